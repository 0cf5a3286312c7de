/// The table of pairs behind a relationship, as one of its ends sees it.
struct JoinTable: Hashable, Sendable {
  /// Which end of the relationship looks at the table.
  enum End: Hashable, Sendable {
    /// There is no inverse, or it is the same property.
    case only
    /// The end that the table is named after.
    case first
    /// The other one.
    case second
  }

  /// The unquoted name: entity and property of the first end.
  let name: String
  let end: End

  /// The column with the key of the model whose relationship is looked at.
  var ownerColumn: String { end == .second ? "target" : "owner" }
  /// The column with the key at the other end.
  var targetColumn: String { end == .second ? "owner" : "target" }
  /// The column with the place in the owner's order.
  var positionColumn: String { end == .second ? "\"inverse.position\"" : "position" }
  /// The column with the place in the order at the other end.
  var inversePositionColumn: String? {
    switch end {
    case .only: nil
    case .first: "\"inverse.position\""
    case .second: "position"
    }
  }

  /// The statements that create the table.
  var creationSQL: [String] {
    let table = EntityTable.quoted(name)
    let inverse = end == .only ? "" : " \"inverse.position\" INTEGER NOT NULL DEFAULT 0,"
    // With the places, the end of a list is found at once, however long it is.
    let places = end == .only ? "" : ", \"inverse.position\""
    return [
      """
      CREATE TABLE \(table)(owner INTEGER NOT NULL, target INTEGER NOT NULL, position INTEGER NOT NULL,\(inverse) \
      PRIMARY KEY(owner, target)) WITHOUT ROWID
      """,
      "CREATE INDEX \(EntityTable.quoted(name + ".target")) ON \(table)(target\(places))",
    ]
  }
}
