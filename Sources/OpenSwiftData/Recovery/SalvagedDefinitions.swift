/// The definitions of a damaged store that its copy is made with.
struct SalvagedDefinitions {
  /// The tables whose rows are worth reading, unquoted.
  let tables: [String]
  private let creationSQL: [String]

  /// - Throws: `StoreError` if there is none.
  init(of damaged: Connection, like copy: Connection, location: String) throws {
    var definitions: [(type: String, name: String, table: String, sql: String)] = []
    let schema = try SalvagedTable("sqlite_schema", of: damaged, like: copy)
    _ = try schema.forEachRow(upTo: 1_000) { values in
      guard case .text(let type) = values[0], case .text(let name) = values[1], case .text(let table) = values[2],
        case .text(let sql) = values[4]
      else { return }
      definitions.append((type, name, table, sql))
    }
    let kept = definitions.filter { Self.isKept($0.table) && ["table", "index"].contains($0.type) }
    let names = kept.filter { $0.type == "table" }.map(\.name)
    creationSQL = kept.filter { $0.type == "table" }.map(\.sql) + kept.filter { $0.type == "index" }.map(\.sql)
    tables = names.filter { !$0.hasPrefix("openswiftdata_") || $0 == "openswiftdata_metadata" }
    guard names.contains("openswiftdata_metadata"), tables.count > 1 else {
      throw StoreError(
        kind: .notAStore, location: location,
        explanation: "Nothing can be salvaged: the store's own description of its tables can't be read.")
    }
  }

  /// The full-text indexes are made anew when the copy is opened.
  private static func isKept(_ table: String) -> Bool {
    !table.hasPrefix("sqlite_") && !FullTextSchema.isPart(table)
  }

  /// Makes empty tables, with what they refuse.
  func create(on copy: Connection) throws {
    for sql in creationSQL {
      try copy.executeIfSensible(sql)
    }
  }
}

extension Connection {
  /// Runs SQL, unless it makes no sense: a definition that is damaged itself is no definition.
  fileprivate func executeIfSensible(_ sql: String) throws {
    do {
      try execute(sql)
    } catch {
      if !error.isSenseless { throw error }
    }
  }
}
