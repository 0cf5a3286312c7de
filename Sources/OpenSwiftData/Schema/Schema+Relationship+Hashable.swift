extension Schema.Relationship: Hashable {
  /// Whether both say the same.
  public static func == (left: Schema.Relationship, right: Schema.Relationship) -> Bool {
    left.name == right.name && left.destination == right.destination && left.inverseKeyPath == right.inverseKeyPath
      && left.options == right.options && left.deleteRule == right.deleteRule
      && left.minimumModelCount == right.minimumModelCount && left.maximumModelCount == right.maximumModelCount
      && left.originalName == right.originalName && left.hashModifier == right.hashModifier
      && left.valueType == right.valueType
  }

  /// Hashes the name, the rule and the other end.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(deleteRule)
    hasher.combine(destination)
  }
}
