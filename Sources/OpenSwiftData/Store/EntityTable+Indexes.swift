extension EntityTable {
  /// Whether an index gives out the rows in the order of a property.
  func hasIndex(beginningWith column: ModelColumn) -> Bool {
    properties.indexes.contains { $0.first == column.name }
      || properties.uniques.contains { $0.first == column.name }
  }
}
