extension Schema.Attribute: Hashable {
  /// Whether both say the same.
  public static func == (left: Schema.Attribute, right: Schema.Attribute) -> Bool {
    left.name == right.name && left.options == right.options && left.valueType == right.valueType
      && left.originalName == right.originalName && left.hashModifier == right.hashModifier
  }

  /// Hashes the name and the options.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(options)
  }
}
