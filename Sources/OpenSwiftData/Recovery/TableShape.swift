/// What tells the rows of a table from those of others: how many values they have, and of which kinds.
struct TableShape {
  let name: String
  /// Whether the rows have numbers.
  let hasNumbers: Bool
  private let columns: [(type: String, isOptional: Bool, isNumber: Bool)]

  init(_ name: String, on connection: Connection) throws {
    self.name = name
    let sql = try connection.texts("SELECT sql FROM sqlite_schema WHERE name = ?", [.text(name)]).first ?? ""
    let hasNumbers = !sql.uppercased().hasSuffix("WITHOUT ROWID")
    self.hasNumbers = hasNumbers
    let rows = try connection.rows("SELECT type, \"notnull\", pk FROM pragma_table_info(?)", [.text(name)]) {
      (type: $0.text(0).uppercased(), isRequired: $0.integer(1) != 0, isKey: $0.integer(2) != 0)
    }
    columns = rows.map { row in
      let isNumber = hasNumbers && row.isKey && row.type == "INTEGER"
      return (row.type, !row.isRequired && !(row.isKey && !hasNumbers), isNumber)
    }
  }

  /// The values of a row with its number in its column; nil if it can't be one of this table.
  func values(of row: StrayRows.Row) -> [SQLiteValue]? {
    guard hasNumbers == (row.number != nil), row.values.count == columns.count else { return nil }
    var values = row.values
    for (index, column) in columns.enumerated() {
      if column.isNumber, let number = row.number {
        guard case .null = values[index] else { return nil }
        values[index] = .integer(number)
      } else if !Self.fits(values[index], column.type, column.isOptional) {
        return nil
      }
    }
    return values
  }

  private static func fits(_ value: SQLiteValue, _ type: String, _ isOptional: Bool) -> Bool {
    switch (value, type) {
    case (.null, _): isOptional
    case (.integer, "INTEGER"), (.integer, "REAL"), (.real, "REAL"), (.text, "TEXT"), (.blob, "BLOB"): true
    default: false
    }
  }
}
