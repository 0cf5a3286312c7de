/// Rows that the next save deletes without making models of them.
struct BatchDeletion {
  let table: EntityTable
  /// Finds the keys of the rows, as the store has them when the save reaches the deletions.
  let keys: (Connection) throws -> [Int64]
}
