import SwiftSyntax
import SwiftSyntaxMacros

/// Reports mistakes in `@Attribute`, `@Relationship` and `@Transient` on a variable of a model.
struct AnnotationRules<Context: MacroExpansionContext> {
  let variable: VariableDeclSyntax
  let context: Context

  /// A variable has at most one of the three.
  func checkCombination() {
    let annotations = ["Transient", "Relationship", "Attribute"].compactMap(variable.attributes.attribute(named:))
    guard let first = annotations.first else { return }
    for other in annotations.dropFirst() {
      context.report(
        .error("contradiction", "'@\(other.baseName ?? "")' cannot be combined with '@\(first.baseName ?? "")'"),
        at: other, fixIts: [.remove(other, from: variable)])
    }
  }

  /// An annotation of the schema is only for variables that each model stores.
  func checkStored() {
    let isComputed = variable.bindings.contains(where: \.isComputed)
    guard variable.isTypeMemberOrLazy || isComputed else { return }
    let kind = isComputed ? "a computed property" : "a 'static' or 'lazy' property"
    for name in ["Relationship", "Attribute"] {
      guard let annotation = variable.attributes.attribute(named: name) else { continue }
      context.report(
        .error("notStored", "'@\(name)' cannot be applied to \(kind): it is not stored with the model"),
        at: annotation, fixIts: [.remove(annotation, from: variable)])
    }
  }

  /// A transient property needs an initial value: a model that is read from the store has no other.
  func checkTransient() {
    guard variable.attributes.attribute(named: "Transient") != nil else { return }
    for binding in variable.bindings
    where !binding.isComputed && binding.initializer == nil && (variable.isConstant || !binding.startsAsNil) {
      let name = binding.pattern.trimmedDescription
      context.report(
        .error(
          "transientWithoutValue", "transient property '\(name)' needs an initial value: the store has none for it"),
        at: binding.pattern, fixIts: [.addInitialValue(to: binding)])
    }
  }

  /// The options of `@Attribute` must agree with each other and with the type of the property.
  func checkAttribute() {
    guard let attribute = variable.attributes.attribute(named: "Attribute") else { return }
    let options = attribute.options
    if let ephemeral = options.first(where: { $0.name == "ephemeral" }) {
      for other in options where ["unique", "externalStorage", "preserveValueOnDeletion"].contains(other.name) {
        context.report(
          .error("ephemeralAnd", "an ephemeral attribute is never stored, so it cannot be '.\(other.name)'"),
          at: ephemeral.expression)
      }
    }
    if let external = options.first(where: { $0.name == "externalStorage" }),
      let type = variable.bindings.first?.typeAnnotation?.type.trimmedDescription,
      !["Data", "Data?", "Foundation.Data", "Foundation.Data?", "Optional<Data>"].contains(type)
    {
      context.report(
        .warning("externalStorage", "'.externalStorage' moves 'Data' out of the store; it has no effect on '\(type)'"),
        at: external.expression)
    }
    checkOriginalName(in: attribute)
  }

  /// The limits of `@Relationship` must agree with each other, and its type may be that of a model.
  func checkRelationship() {
    guard let attribute = variable.attributes.attribute(named: "Relationship") else { return }
    if let type = variable.bindings.first?.typeAnnotation?.type, type.trimmedDescription.isStandardType {
      let name = type.trimmedDescription
      context.report(
        .error("relationshipToValue", "a relationship leads to models, and '\(name)' is not one"), at: type,
        fixIts: [.rename(attribute, to: "Attribute")])
    }
    if let least = attribute.integer("minimumModelCount"), let most = attribute.integer("maximumModelCount"),
      most.value > 0, least.value > most.value
    {
      context.report(
        .error("counts", "a relationship cannot have at least \(least.value) and at most \(most.value) models"),
        at: least.expression)
    }
    checkOriginalName(in: attribute)
  }

  private func checkOriginalName(in attribute: AttributeSyntax) {
    guard let argument = attribute.argument("originalName"),
      let name = argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    else { return }
    if name.isEmpty {
      context.report(.error("emptyName", "the original name of a property cannot be empty"), at: argument.expression)
    } else if name == variable.bindings.first?.identifier?.bareName {
      context.report(
        .warning("sameName", "the property is still called '\(name)', so the original name has no effect"),
        at: argument.expression)
    }
  }
}

extension String {
  /// Whether this is the name of a standard type that is no model, or of an optional or an array of one.
  fileprivate var isStandardType: Bool {
    let names = [
      "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float",
      "Double", "String", "Date", "Data", "UUID", "URL", "Decimal",
    ]
    return names.contains(trimmingCharacters { "[]?! ".contains($0) })
  }

  private func trimmingCharacters(_ isTrimmed: (Character) -> Bool) -> String {
    String(drop(while: isTrimmed).reversed().drop(while: isTrimmed).reversed())
  }
}

/// `@Attribute`, `@Relationship`, `@Transient`: expand to nothing; `@Model` reads them.
struct PropertyAnnotationMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if !declaration.is(VariableDeclSyntax.self) {
      let name = node.baseName ?? ""
      context.report(
        .error("notAProperty", "'@\(name)' can only be applied to a stored property of a model"), at: node)
    }
    return []
  }
}
