import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What a declaration must be for `@Model` to expand on it.
enum ModelRules {
  /// Whether `@Model` can expand here; says nothing if not.
  static func isModel(_ declaration: some DeclGroupSyntax) -> Bool {
    declaration.as(ClassDeclSyntax.self).map { $0.genericParameterClause == nil } ?? false
  }

  /// The class to expand, after every rule it or its properties break has been reported.
  static func checkedModel(
    _ declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) -> ClassDeclSyntax? {
    guard let model = declaration.as(ClassDeclSyntax.self) else {
      reportNotAClass(declaration, in: context)
      return nil
    }
    if let clause = model.genericParameterClause {
      context.report(.genericModel(model.name.text), at: clause)
      return nil
    }
    if context.lexicalContext.contains(where: \.isGeneric) {
      context.report(.insideGeneric(model.name.text), at: model.name)
      return nil
    }
    if model.initializers.isEmpty { context.report(.noInitializer(model.name.text), at: model.name) }
    PropertyRules(context: context).check(model.memberBlock.members)
    ConstraintRules(model: model, context: context).check()
    return model
  }

  /// The model that a class inherits from, as it is written.
  ///
  /// A class to which no conformance is missing, and that doesn't name them itself, has them from a model it inherits.
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
    context.report(.modelIsNotAClass(keyword.text), at: keyword, fixIts: fixIts)
  }
}

extension MacroDiagnostic {
  fileprivate static func modelIsNotAClass(_ keyword: String) -> Self {
    .error("modelIsNotAClass", "'@Model' can only be applied to a class, not to \(keyword.withArticle)")
  }

  fileprivate static func noInitializer(_ name: String) -> Self {
    .error("noInitializer", "'@Model' requires an initializer be provided for '\(name)'")
  }

  fileprivate static func genericModel(_ name: String) -> Self {
    .error("genericModel", "'@Model' cannot be applied to the generic class '\(name)': an entity has one fixed shape")
  }
}

extension MacroDiagnostic {
  fileprivate static func insideGeneric(_ name: String) -> Self {
    .error(
      "insideGeneric", "'@Model' cannot be applied to '\(name)' inside a generic type: an entity has one fixed shape")
  }
}

extension Syntax {
  /// Whether this is a type, or a function, with generic parameters.
  fileprivate var isGeneric: Bool { asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil }
}

extension String {
  /// A keyword in a sentence: "a struct", "an actor".
  var withArticle: String { (first.map("aeiou".contains) ?? false ? "an " : "a ") + self }
}
