/// Where the values of an attribute come from when its entity changes.
struct AttributeChange: Sendable {
  /// The new attribute.
  let new: AttributeDescription
  /// The attribute that it was, nil if it is new.
  let old: AttributeDescription?
  /// How the old values become the new ones, nil if they can't.
  let conversion: ValueConversion?
  /// Whether the attribute is one of a class that has no rows yet.
  let isOfNewClass: Bool

  init(_ new: AttributeDescription, was old: AttributeDescription?, isOfNewClass: Bool = false) {
    self.new = new
    self.old = old
    self.isOfNewClass = isOfNewClass
    conversion = old.flatMap { ValueConversion(from: $0, to: new) }
  }

  /// Whether a rename is all there is, if anything.
  var keepsValues: Bool { conversion?.isIdentity == true && new.isOptional == old?.isOptional }

  /// Whether the values are nil at first.
  var beginsEmpty: Bool { old == nil && (isOfNewClass || new.isOptional && !new.hasDefault) }

  /// Whether values may be missing where there must be one.
  var becomesRequired: Bool { !new.isOptional && old?.isOptional == true }

  /// Why the change can't be made without code, nil if it can.
  func obstacle(in entity: String) -> String? {
    let name = "\(entity).\(new.name)"
    guard let old else {
      guard !new.isOptional, !new.hasDefault, !isOfNewClass else { return nil }
      return "\(name) was added and is not optional: give it a default value, or make it optional, or set it in a "
        + "custom migration stage."
    }
    guard conversion == nil else { return nil }
    return "\(name) was \(old.typeName) and is \(new.typeName), which values can't be turned into without code: keep "
      + "the type, or add a custom migration stage."
  }
}

extension AttributeDescription {
  /// The type in a sentence, and how it is encoded if the type does not say it.
  var typeName: String {
    let type = valueType ?? columns.map(\.type).joined(separator: ", ")
    guard let encoding, encoding != .plain else { return type }
    return "\(type) (\(encoding.name))"
  }
}
