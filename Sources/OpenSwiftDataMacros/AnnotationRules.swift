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
        .contradiction(other.baseName ?? "", first.baseName ?? ""),
        at: other,
        fixIts: [.remove(other, from: variable)]
      )
    }
  }

  /// A variable that is not stored in each model has no place in the schema.
  func checkStored() {
    let isComputed = variable.bindings.contains(where: \.isComputed)
    guard variable.isTypeMemberOrLazy || isComputed else { return }
    for name in ["Relationship", "Attribute"] {
      guard let annotation = variable.attributes.attribute(named: name) else { continue }
      context.report(
        .notStored(name, isComputed: isComputed), at: annotation, fixIts: [.remove(annotation, from: variable)])
    }
  }

  /// A transient property needs an initial value: a model read from the store has no other.
  func checkTransient() {
    guard variable.attributes.attribute(named: "Transient") != nil else { return }
    for binding in variable.bindings
    where !binding.isComputed && binding.initializer == nil && (variable.isConstant || !binding.startsAsNil) {
      context.report(.transientWithoutValue(binding), at: binding.pattern, fixIts: [.addInitialValue(to: binding)])
    }
  }

  /// The options of `@Attribute` must agree with each other and with the type of the property.
  func checkAttribute() {
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
    checkOriginalName(in: attribute)
  }

  /// The limits of `@Relationship` must agree with each other, and the type must be able to be a model.
  func checkRelationship() {
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
    checkOriginalName(in: attribute)
  }

  private func checkOriginalName(in attribute: AttributeSyntax) {
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

extension VariableDeclSyntax {
  /// The type as written, or nil.
  fileprivate var writtenType: String? { bindings.first?.typeAnnotation?.type.trimmedDescription }
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

// MARK: - Messages

extension MacroDiagnostic {
  fileprivate static func notStored(_ annotation: String, isComputed: Bool) -> Self {
    let kind = isComputed ? "a computed property" : "a 'static' or 'lazy' property"
    return .error("notStored", "'@\(annotation)' cannot be applied to \(kind): it is not stored with the model")
  }

  fileprivate static func contradiction(_ annotation: String, _ other: String) -> Self {
    .error("contradiction", "'@\(annotation)' cannot be combined with '@\(other)'")
  }

  fileprivate static func transientWithoutValue(_ binding: PatternBindingSyntax) -> Self {
    .error(
      "transientWithoutValue",
      "transient property '\(binding.pattern.trimmedDescription)' needs an initial value: the store has none for it"
    )
  }

  fileprivate static func ephemeralAnd(_ option: String) -> Self {
    .error("ephemeralAnd", "an ephemeral attribute is never stored, so it cannot be '.\(option)'")
  }

  fileprivate static func externalStorage(of type: String) -> Self {
    .warning("externalStorage", "'.externalStorage' moves 'Data' out of the store; it has no effect on '\(type)'")
  }

  fileprivate static func relationshipToValue(_ type: String) -> Self {
    .error("relationshipToValue", "a relationship leads to models, and '\(type)' is not one")
  }

  fileprivate static func counts(_ least: Int, _ most: Int) -> Self {
    .error("counts", "a relationship cannot have at least \(least) and at most \(most) models")
  }

  fileprivate static var emptyName: Self { .error("emptyName", "the original name of a property cannot be empty") }

  fileprivate static func sameName(_ name: String) -> Self {
    .warning("sameName", "the property is still called '\(name)', so the original name has no effect")
  }
}

// MARK: - @Attribute, @Relationship, @Transient

/// `@Attribute`, `@Relationship`, `@Transient`: expand to nothing; `@Model` reads them.
struct PropertyAnnotationMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if !declaration.is(VariableDeclSyntax.self) {
      context.report(.notAProperty(node.baseName ?? ""), at: node)
    }
    return []
  }
}

extension MacroDiagnostic {
  fileprivate static func notAProperty(_ annotation: String) -> Self {
    .error("notAProperty", "'@\(annotation)' can only be applied to a stored property of a model")
  }
}
