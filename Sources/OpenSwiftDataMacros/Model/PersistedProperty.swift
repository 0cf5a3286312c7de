import SwiftSyntax

/// One stored property of a model, as its declaration says it.
struct PersistedProperty {
  /// The number of the property among the persisted ones, in the order they are declared.
  let slot: Int
  let declaration: VariableDeclSyntax
  let binding: PatternBindingSyntax
  let identifier: TokenSyntax
  /// Whether the slots of a model that the class may inherit from come first.
  var followsInherited = false

  /// The number of the property among all of the model's, as an expression.
  var slotInModel: String { followsInherited ? "Self._$firstSlot + \(slot)" : "\(slot)" }

  /// The name in the schema.
  var name: String { identifier.bareName }

  /// The key path's last component, backticks kept.
  var component: String { identifier.text }

  /// The variable that holds the value.
  var storage: String { "_\(name)" }

  /// The expression that describes the property to the schema: what its annotation says, or `nil`.
  var metadata: String {
    for kind in ["Relationship", "Attribute"] {
      guard let annotation = declaration.attributes.attribute(named: kind) else { continue }
      return "OpenSwiftData.Schema.\(kind)(\(annotation.argumentText))"
    }
    return "nil"
  }

  /// The transformer type that `.transformable(by:)` names, as written.
  var transformer: String? {
    let options = declaration.attributes.attribute(named: "Attribute")?.options ?? []
    let call = options.first { $0.name == "transformable" }?.expression.as(FunctionCallExprSyntax.self)
    return call?.arguments.first?.expression.trimmedDescription
  }

  /// The initial value as written.
  var defaultValue: String? { binding.initializer?.value.trimmedDescription }
}
