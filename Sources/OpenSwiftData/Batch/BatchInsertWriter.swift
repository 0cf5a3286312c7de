/// Writes a batch of new rows, inside of its transaction.
final class BatchInsertWriter {
  /// What is bound anew for each row.
  private struct Column {
    let parameter: Int32
    let write: (BatchRow, inout ColumnWriter) throws -> Void
  }

  private struct Reference {
    let lists: BatchPlaces.Lists
    let targets: BatchTargetRows
    let allowsNone: Bool
    let parameter: Int32
    /// The parameter of the place in the list at the other end; nil if that has no order.
    let placeParameter: Int32?
    let target: (BatchRow) throws -> PersistentIdentifier?
  }

  private struct List {
    let writer: BatchListWriter
    let targets: BatchTargetRows
    let members: (BatchRow) throws -> [PersistentIdentifier]
  }

  /// New rows are announced to the transaction in portions of this size.
  private static let portion = 1_024

  private let table: EntityTable
  private let store: SQLiteStore
  private let connection: Connection
  private let conflict: BatchConflictRule
  private let identifier: ((BatchRow) throws -> PersistentIdentifier)?
  private let statement: Statement
  private var columns: [Column] = []
  private var references: [Reference] = []
  /// What is bound for the references of the present row.
  private var bound: [BatchUpsert.Target] = []
  private var lists: [List] = []
  private var upsert: BatchUpsert
  private var targets: BatchTargets
  private let places: BatchPlaces
  private var lastKey: Int64
  private var metConflict = false
  private var expectedCount = 0
  private let progress = WorkProgress.current

  init(
    _ content: BatchContent, _ conflict: BatchConflictRule,
    identifiedBy identifier: ((BatchRow) throws -> PersistentIdentifier)?, in table: EntityTable, _ store: SQLiteStore,
    _ connection: Connection
  ) throws {
    self.table = table
    self.store = store
    self.connection = connection
    self.conflict = conflict
    self.identifier = identifier
    targets = BatchTargets(store)
    places = BatchPlaces(connection)
    lastKey = try table.lastKey(on: connection)
    upsert = BatchUpsert(content, table, store, connection)
    statement = try Statement(table.insertSQL + (conflict == .fail ? "" : " ON CONFLICT DO NOTHING"), on: connection)
    try bind(content)
    for list in content.lists {
      guard case .set(let members) = list.change else { continue }
      let relation = table.relations[list.property.ordinal]
      try relation.checkIsBatchable()
      lists.append(
        List(writer: try BatchListWriter(relation, connection), targets: targets.rows(of: relation), members: members))
    }
  }

  /// Binds what is the same for all rows, and notes what is not.
  private func bind(_ content: BatchContent) throws {
    var places = table.inserted.columnCount + 1
    var placeParameters: [Int: Int32] = [:]
    for relation in table.positions {
      try statement.bind(Int64(0), at: places)
      placeParameters[relation.slot] = places
      places += 1
    }
    for place in table.inserted.properties {
      // Column 0 is the key, which is parameter 1.
      let (property, parameter) = (place.property, place.column + 1)
      if let relationship = property as? RelationshipProperty {
        try add(relationship, content, parameter, placeParameters[property.slot])
      } else if let attribute = content.attributes.first(where: { $0.property === property }) {
        try add(attribute, parameter)
      } else if property.hasDefault {
        columns.append(Column(parameter: parameter) { try property.writeDefault(to: &$1) })
      } else if !property.isOptional {
        throw SwiftDataError.invalidBatch(
          "\(table.properties.entityName).\(property.name) has no default, so the batch has to set it.")
      }
    }
    for property in table.properties.relationships where property.isToMany {
      // A list that the batch does not set is empty.
      if content.lists.contains(where: { $0.property === property }) { continue }
      try property.memberLimits?.check(0, of: table.relations[property.ordinal])
    }
  }

  private func add(_ attribute: BatchContent.Attribute, _ parameter: Int32) throws {
    switch attribute.value {
    case .same(let write):
      var writer = ColumnWriter(statement: statement, index: parameter)
      try write(&writer)
    case .each(let write): columns.append(Column(parameter: parameter, write: write))
    case .expression: throw SwiftDataError.invalidBatch("A new row has no values to calculate with.")
    }
  }

  private func add(
    _ property: RelationshipProperty, _ content: BatchContent, _ parameter: Int32, _ placeParameter: Int32?
  ) throws {
    let relation = table.relations[property.ordinal]
    guard let reference = content.references.first(where: { $0.property === property }) else {
      return try relation.checkAllows(0)
    }
    try relation.checkIsBatchable()
    references.append(
      Reference(
        lists: places.lists(of: relation), targets: targets.rows(of: relation),
        allowsNone: relation.property.allowsNone, parameter: parameter, placeParameter: placeParameter,
        target: reference.target))
  }

  // MARK: - Rows

  /// The written rows.
  private(set) var keys: [Int64] = []
  /// How many of them are new.
  private(set) var insertedCount = 0

  func write(_ rows: some Sequence, _ announcements: inout SaveAnnouncements) throws {
    try expect(rows.underestimatedCount)
    if expectedCount >= Connection.fewestRowsForLargeCache { try noteAtOnce() }
    defer { connection.triggerPause.close() }
    // Those that are left out, too.
    var readCount = 0
    for row in rows {
      if keys.count == expectedCount { try expect(Self.portion) }
      try BatchRow.with(row) { try write($0, &announcements) }
      readCount += 1
      if readCount % Self.portion == 0 {
        progress?.advance(by: Self.portion)
        try progress?.checkCancellation()
      }
    }
    try connection.triggerPause.end()
    progress?.advance(by: readCount % Self.portion)
    places.announce(&announcements)
    for list in lists { list.writer.announce(&announcements) }
    upsert.announce(&announcements)
    try targets.checkExistence(on: connection)
    if metConflict { try returnUnusedKeys() }
  }

  /// Notes the rows for the full-text indexes by ranges of their keys when all are written, or before something else
  /// happens in the transaction: the trigger would take a tenth of the time of the insertion.
  private func noteAtOnce() throws {
    // The code of a migration writes before the indexes are repaired, and reads in other ways.
    guard !table.fullText.isEmpty, !store.indexed.isEmpty else { return }
    let rows = UnindexedRows(entity: table.properties.tableName, columns: table.fullText.map(\.column))
    guard try rows.haveTheOnlyTriggers(of: connection) else { return }
    _ = connection.triggerPause.begin { [unowned self] in try rows.note(keys, on: connection) }
  }

  /// SQLite counts the key of a row that was left out as used.
  private func returnUnusedKeys() throws {
    try connection.run(
      "UPDATE sqlite_sequence SET seq = ? WHERE name = ?", [.integer(lastKey), .text(table.properties.tableName)])
  }

  private func expect(_ count: Int) throws {
    guard count > 0 else { return }
    expectedCount += count
    try connection.expectInsertions(count, into: table.properties.tableName, indexes: table.queryIndexes)
    try connection.enlargePageCache(forRows: expectedCount)
  }

  private func write(_ row: BatchRow, _ announcements: inout SaveAnnouncements) throws {
    let key = try identifier.map { try self.key(of: $0(row)) } ?? EntityTable.key(after: lastKey, in: store)
    try bind(row, key)
    _ = try statement.step()
    statement.reset()
    // Asked only where a conflict leaves the row out.
    if conflict != .fail, connection.changedRowCount == 0 { return try meetConflict(row, key, &announcements) }
    lastKey = max(lastKey, key)
    keys.append(key)
    insertedCount += 1
    announcements.noteInsertion(table.identity, key)
    for target in bound { target.enter() }
    for list in lists { try write(list, of: row, key) }
  }

  /// Updates the stored row that has the unique values, or leaves the new one out.
  private func meetConflict(
    _ row: BatchRow, _ new: Int64, _ announcements: inout SaveAnnouncements
  ) throws {
    metConflict = true
    guard let key = try upsert.key(of: row) else {
      throw SwiftDataError.invalidBatch("\(PersistentIdentifier(entity: table.identity, key: new)) has a row already.")
    }
    guard conflict == .update else { return }
    // The trigger of an update notes only rows whose texts change.
    try connection.triggerPause.end()
    try upsert.update(key, row, bound, &targets, &announcements)
    keys.append(key)
  }

  private func key(of identifier: PersistentIdentifier) throws -> Int64 {
    let row = identifier.resolved
    guard row.key > 0, row.entity == table.identity else {
      throw SwiftDataError.invalidBatch("\(identifier) can't be that of a new \(table.properties.entityName).")
    }
    return row.key
  }

  private func bind(_ row: BatchRow, _ key: Int64) throws {
    try statement.bind(key, at: 1)
    var writer = ColumnWriter(statement: statement, index: 1)
    for column in columns {
      writer.move(to: column.parameter)
      try column.write(row, &writer)
    }
    bound.removeAll(keepingCapacity: true)
    for reference in references {
      let key = try reference.target(row).map { try reference.targets.key(of: $0) } ?? 0
      if !reference.allowsNone { try reference.lists.relation.checkAllows(key) }
      try statement.bind(key == 0 ? .null : .integer(key), at: reference.parameter)
      let place = try reference.lists.nextPlace(in: key)
      if let parameter = reference.placeParameter { try statement.bind(place, at: parameter) }
      bound.append(.init(lists: reference.lists, key: key, place: place))
    }
  }

  private func write(_ list: List, of row: BatchRow, _ key: Int64) throws {
    let members = try list.members(row).map { try list.targets.key(of: $0) }.uniqued
    if let limits = list.writer.relation.property.memberLimits {
      try limits.check(members.count, of: list.writer.relation)
    }
    try list.writer.write(members, ofNew: key)
  }
}
