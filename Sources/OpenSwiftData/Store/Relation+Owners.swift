extension Relation {
  /// The keys of the rows whose relationship leads to a row, as the store has them; for one without an inverse.
  func owners(leadingTo key: Int64, on connection: Connection) throws -> [Int64] {
    switch storage {
    case .joinTable(let join):
      return try connection.integers(
        "SELECT \(join.ownerColumn) FROM \(EntityTable.quoted(join.name)) WHERE \(join.targetColumn) = ?",
        [.integer(key)])
    case .foreignKey:
      return try connection.integers(
        """
        SELECT \(EntityTable.keyColumn) FROM \(EntityTable.quoted(owner.tableName)) \
        WHERE \(EntityTable.column(property)) = ?
        """, [.integer(key)])
    case .inverseForeignKey:
      return []
    }
  }
}
