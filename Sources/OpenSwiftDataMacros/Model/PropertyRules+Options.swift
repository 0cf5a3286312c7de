import SwiftSyntax
import SwiftSyntaxMacros

extension PropertyRules {
  /// Options that contradict each other, or the type of the property.
  func checkOptions(of variable: VariableDeclSyntax) {
    guard let attribute = variable.attributes.attribute(named: "Attribute") else { return }
    let options = attribute.options
    if let ephemeral = options.first(where: { $0.name == "ephemeral" }) {
      for other in options where ["unique", "externalStorage", "preserveValueOnDeletion"].contains(other.name) {
        context.report(.ephemeralAnd(other.name), at: ephemeral.expression)
      }
    }
    if let external = options.first(where: { $0.name == "externalStorage" }), let type = variable.writtenType,
      !["Data", "Data?", "Foundation.Data", "Foundation.Data?", "Optional<Data>"].contains(type)
    {
      context.report(.externalStorage(of: type), at: external.expression)
    }
    checkName(in: attribute, of: variable)
  }

  /// The counts of a relationship, and the type at its other end.
  func checkRelationship(_ variable: VariableDeclSyntax) {
    guard let attribute = variable.attributes.attribute(named: "Relationship") else { return }
    if let type = variable.bindings.first?.typeAnnotation?.type, type.trimmedDescription.isStandardType {
      context.report(
        .relationshipToValue(type.trimmedDescription), at: type, fixIts: [.rename(attribute, to: "Attribute")])
    }
    if let least = attribute.integer("minimumModelCount"), let most = attribute.integer("maximumModelCount"),
      most.value > 0, least.value > most.value
    {
      context.report(.counts(least.value, most.value), at: least.expression)
    }
    checkName(in: attribute, of: variable)
  }

  private func checkName(in attribute: AttributeSyntax, of variable: VariableDeclSyntax) {
    guard let argument = attribute.argument("originalName"),
      let name = argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    else { return }
    if name.isEmpty {
      context.report(.emptyName, at: argument.expression)
    } else if name == variable.bindings.first?.identifier?.bareName {
      context.report(.sameName(name), at: argument.expression)
    }
  }
}

extension MacroDiagnostic {
  fileprivate static func ephemeralAnd(_ option: String) -> Self {
    .error("ephemeralAnd", "an ephemeral attribute is never stored, so it cannot be '.\(option)'")
  }

  fileprivate static func externalStorage(of type: String) -> Self {
    .warning("externalStorage", "'.externalStorage' moves 'Data' out of the store; it has no effect on '\(type)'")
  }

  fileprivate static func relationshipToValue(_ type: String) -> Self {
    .error("relationshipToValue", "a relationship leads to models, and '\(type)' is none")
  }

  fileprivate static func counts(_ least: Int, _ most: Int) -> Self {
    .error("counts", "no relationship has at least \(least) and at most \(most) models")
  }

  fileprivate static var emptyName: Self { .error("emptyName", "the original name of a property cannot be empty") }

  fileprivate static func sameName(_ name: String) -> Self {
    .warning("sameName", "the property is called '\(name)' still; the original name has no effect")
  }
}

extension VariableDeclSyntax {
  /// The type of the variable as it is written, if it is.
  fileprivate var writtenType: String? { bindings.first?.typeAnnotation?.type.trimmedDescription }
}

extension String {
  /// Whether this is the name of a standard type that is no model, or of an optional or a list of one.
  fileprivate var isStandardType: Bool {
    let names = [
      "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float",
      "Double", "String", "Date", "Data", "UUID", "URL", "Decimal",
    ]
    return names.contains(trimmingCharacters { "[]?! ".contains($0) })
  }

  private func trimmingCharacters(_ isLeftOut: (Character) -> Bool) -> String {
    String(drop(while: isLeftOut).reversed().drop(while: isLeftOut).reversed())
  }
}
