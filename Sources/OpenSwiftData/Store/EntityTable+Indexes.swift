extension EntityTable {
  /// Whether an index gives out the rows in the order of a property.
  func hasIndex(beginningWith property: ModelProperty) -> Bool {
    properties.indexes.contains { $0.first == property.name }
      || properties.uniques.contains { $0.first == property.name }
  }
}
