extension EntityTable {
  /// Fills a new model from a row, without telling observers.
  func load(_ model: any PersistentModel, from row: Statement, _ columns: ColumnSelection) throws {
    var reader = ColumnReader(statement: row, column: 0)
    try columns.forEachPlace { property, column in
      reader.move(to: column)
      try property.load(into: model, from: reader)
    }
  }

  /// Merges a row into a model: applies values that differ and have no unsaved change, and tells their observers.
  func merge(
    _ row: Statement, into model: any PersistentModel, _ columns: ColumnSelection, changed: [String]? = nil
  ) throws {
    let record = model._$record
    let changed = record.isFault || record.isPartial ? nil : changed
    if !columns.isPartial { record.setPartial(false) }
    var value = ColumnReader(statement: row, column: 0)
    try columns.forEachPlace { property, column in
      if let changed, !changed.contains(property.storedName) { return }
      value.move(to: column)
      if record.isDirty(property.slot) {
        try record.noteStored(property.encodedValue(in: value), slot: property.slot)
      } else {
        _ = try property.merge(into: model, from: value)
      }
    }
  }

  /// Inserts a model as a new row.
  ///
  /// - Parameters:
  ///   - key: the primary key, one that no row ever had.
  ///   - places: the row's positions in the lists at the other ends, one for each of `positions`.
  ///   - keys: the keys that the save gives to new models.
  func insert(
    _ model: any PersistentModel, key: Int64, places: [Int64], _ keys: SaveKeys, on connection: Connection
  ) throws {
    let statement = try connection.statement(insertSQL)
    defer { statement.reset() }
    try statement.bind(key, at: 1)
    var writer = ColumnWriter(statement: statement, index: 2, keys: keys)
    // Column 0 is the key, which is parameter 1.
    try inserted.forEachPlace { property, column in
      writer.move(to: column + 1)
      try property.write(model, to: &writer)
    }
    var index = inserted.columnCount + 1
    for place in places {
      try statement.bind(place, at: index)
      index += 1
    }
    _ = try statement.step()
  }

  /// The largest primary key that was ever used (https://www.sqlite.org/autoinc.html).
  ///
  /// SQLite does not count a key that a row got by an `UPDATE` of another program, so the largest one in the table counts
  /// too.
  func lastKey(on connection: Connection) throws -> Int64 { try connection.integer(lastKeySQL) }

  /// The key for a new row after the largest ever used; throws a `StoreError` of the kind `full` if there is none.
  static func key(after last: Int64, in store: SQLiteStore) throws -> Int64 {
    guard last < .max else {
      throw StoreError(
        kind: .full, location: store.location.name,
        explanation: "No more rows can be added, because the largest possible key is in use.")
    }
    return last + 1
  }

  /// Filters keys to those of existing rows, in ascending order.
  func existing(_ keys: [Int64], on connection: Connection) throws -> [Int64] {
    var found: [Int64] = []
    let statement = try connection.statement(
      "SELECT \(Self.keyColumn) FROM \(name) WHERE \(RowRanges.condition(Self.keyColumn, 1))")
    try RowRanges(keys).run(statement) { found.append($0.integer(0)) }
    return found
  }

  func contains(_ key: Int64, on connection: Connection) throws -> Bool {
    try connection.integer("SELECT count(*) FROM \(name) WHERE \(Self.keyColumn) = ?", [.integer(key)]) == 1
  }

  /// Writes changed properties of a model to its row; throws `SwiftDataError.rowGone` if the row is gone.
  func update(
    _ model: any PersistentModel, _ changed: [ModelProperty], key: Int64, _ keys: SaveKeys, on connection: Connection
  ) throws {
    guard !changed.isEmpty else { return }
    let statement = try connection.statement(updateSQL(changed))
    defer { statement.reset() }
    var index: Int32 = 1
    var writer = ColumnWriter(statement: statement, index: index, keys: keys)
    for property in changed {
      writer.move(to: index)
      try property.write(model, to: &writer)
      index += Int32(property.columns.count)
    }
    try statement.bind(key, at: index)
    _ = try statement.step()
    guard connection.changedRowCount == 1 else { throw SwiftDataError.rowGone(model.persistentModelID) }
  }

  func changedProperties(of model: any PersistentModel) -> [ModelProperty] {
    properties.stored.filter { model._$record.isDirty($0.slot) }
  }
}
