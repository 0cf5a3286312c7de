import SwiftSyntax
import SwiftSyntaxMacros

/// Reports what `#Index`, `#Unique` and `#FullTextIndex` in a model may not say; what they say wrongly would be left
/// out in silence.
struct ConstraintRules<Context: MacroExpansionContext> {
  let model: ClassDeclSyntax
  let context: Context

  func check() {
    for annotation in model.constraintAnnotations {
      checkModel(of: annotation)
      for keyPath in annotation.keyPathLists.flatMap(\.self) { check(keyPath) }
      for list in annotation.keyPathLists { checkRepetition(in: list) }
      for array in annotation.emptyLists { context.report(.emptyList(annotation.macroName.text), at: array) }
    }
  }

  /// `#Index<Other>` in a class describes that class all the same, so it has to name it.
  private func checkModel(of annotation: MacroExpansionDeclSyntax) {
    guard let argument = annotation.genericArgumentClause?.arguments.first,
      let name = argument.argument.as(TypeSyntax.self)?.trimmedDescription.split(separator: ".").last,
      name != model.name.text
    else { return }
    context.report(.otherModel(annotation.macroName.text, model.name.text), at: argument)
  }

  private func check(_ keyPath: KeyPathExprSyntax) {
    guard let component = keyPath.firstName else { return }
    let name = component.bareName
    guard model.storedAndComputedVariables.contains(where: { $0.declares(name) }),
      !PersistedProperties(of: model).all.contains(where: { $0.name == name })
    else { return }
    context.report(.notPersisted(name), at: component)
  }

  private func checkRepetition(in list: [KeyPathExprSyntax]) {
    var seen: Set<String> = []
    for keyPath in list where !seen.insert(keyPath.components.trimmedDescription).inserted {
      context.report(.repeated(keyPath.trimmedDescription), at: keyPath)
    }
  }
}

extension MacroDiagnostic {
  fileprivate static func otherModel(_ macro: String, _ name: String) -> Self {
    .error("otherModel", "'#\(macro)' describes the class that it stands in, here '\(name)'")
  }

  fileprivate static func notPersisted(_ name: String) -> Self {
    .error("notPersisted", "'\(name)' is not stored, so it cannot be indexed or be unique")
  }

  fileprivate static func repeated(_ keyPath: String) -> Self {
    .error("repeated", "'\(keyPath)' stands in this list already")
  }

  fileprivate static func emptyList(_ macro: String) -> Self {
    .error("emptyList", "'#\(macro)' needs at least one property in each list")
  }
}

extension VariableDeclSyntax {
  fileprivate func declares(_ name: String) -> Bool { bindings.contains { $0.identifier?.bareName == name } }
}
