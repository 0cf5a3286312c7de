import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What a declaration must be for `@Model` to expand on it.
enum ModelRules {
  /// Whether `@Model` can expand on the declaration; reports nothing.
  static func isModel(_ declaration: some DeclGroupSyntax) -> Bool {
    declaration.as(ClassDeclSyntax.self).map { $0.genericParameterClause == nil } ?? false
  }

  /// The class to expand; reports every rule that it or its properties break.
  static func checkedModel(
    _ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
  ) -> ClassDeclSyntax? {
    guard let model = declaration.as(ClassDeclSyntax.self) else {
      reportNotAClass(declaration, in: context)
      return nil
    }
    let name = model.name.text
    if let clause = model.genericParameterClause {
      context.report(
        .error(
          "genericModel", "'@Model' cannot be applied to the generic class '\(name)': an entity has one fixed shape"),
        at: clause)
      return nil
    }
    if context.lexicalContext.contains(where: \.isGeneric) {
      context.report(
        .error(
          "insideGeneric",
          "'@Model' cannot be applied to '\(name)' inside a generic type: an entity has one fixed shape"),
        at: model.name)
      return nil
    }
    if model.initializers.isEmpty {
      context.report(
        .error("noInitializer", "'@Model' requires an initializer be provided for '\(name)'"), at: model.name)
    }
    PropertyRules(context: context).check(model.memberBlock.members)
    ConstraintRules(model: model, context: context).check()
    return model
  }

  /// The model that a class inherits from, as written.
  ///
  /// A class that lacks no conformance and names none itself has them from a model that it inherits from.
  static func superclass(of model: ClassDeclSyntax, missing protocols: [TypeSyntax]) -> String? {
    guard protocols.isEmpty, let inherited = model.inheritanceClause?.inheritedTypes,
      !inherited.contains(where: { $0.type.trimmedDescription.hasSuffix("PersistentModel") })
    else { return nil }
    return inherited.first?.type.trimmedDescription
  }

  private static func reportNotAClass(_ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) {
    let keyword = declaration.introducer
    let isStruct = declaration.is(StructDeclSyntax.self)
    let fixIts: [FixIt] = isStruct ? [.replace(keyword, with: "final class")] : []
    context.report(
      .error("modelIsNotAClass", "'@Model' can only be applied to a class, not to \(keyword.text.withArticle)"),
      at: keyword, fixIts: fixIts)
  }
}

extension Syntax {
  /// Whether this is a type or a function with generic parameters.
  fileprivate var isGeneric: Bool { asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil }
}

/// Reports mistakes in `#Index`, `#Unique` and `#FullTextIndex`, which would otherwise be ignored silently.
private struct ConstraintRules<Context: MacroExpansionContext> {
  let model: ClassDeclSyntax
  let context: Context

  func check() {
    for annotation in model.constraintAnnotations {
      checkModel(of: annotation)
      for keyPath in annotation.keyPathLists.flatMap(\.self) { check(keyPath) }
      for list in annotation.keyPathLists { checkRepetition(in: list) }
      for array in annotation.emptyLists {
        let macro = annotation.macroName.text
        context.report(.error("emptyList", "'#\(macro)' needs at least one property in each list"), at: array)
      }
    }
  }

  /// `#Index<Other>` has to name the class that contains it.
  private func checkModel(of annotation: MacroExpansionDeclSyntax) {
    guard let argument = annotation.genericArgumentClause?.arguments.first,
      let name = argument.argument.as(TypeSyntax.self)?.trimmedDescription.split(separator: ".").last,
      name != model.name.text
    else { return }
    let macro = annotation.macroName.text
    context.report(
      .error("otherModel", "'#\(macro)' describes the class that contains it, here '\(model.name.text)'"), at: argument)
  }

  private func check(_ keyPath: KeyPathExprSyntax) {
    guard let component = keyPath.firstName else { return }
    let name = component.bareName
    guard model.declaresVariable(name), !PersistedProperties(of: model).all.contains(where: { $0.name == name }) else {
      return
    }
    context.report(
      .error("notPersisted", "'\(name)' is not stored, so it cannot be indexed or be unique"), at: component)
  }

  private func checkRepetition(in list: [KeyPathExprSyntax]) {
    var seen: Set<String> = []
    for keyPath in list where !seen.insert(keyPath.components.trimmedDescription).inserted {
      context.report(.error("repeated", "'\(keyPath.trimmedDescription)' is already in this list"), at: keyPath)
    }
  }
}

/// `#Index`, `#Unique`, `#FullTextIndex`: expand to nothing; `@Model` reads them.
struct ClassAnnotationMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if context.lexicalContext.first?.as(ClassDeclSyntax.self)?.attributes.attribute(named: "Model") == nil {
      let macro = node.macroName
      context.report(
        .error("outsideOfModel", "'#\(macro.text)' belongs inside a class with '@Model'"), at: macro)
    }
    return []
  }
}
