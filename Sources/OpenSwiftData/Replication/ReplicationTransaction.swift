import Foundation

/// One write transaction of a replication engine: rows as plain values, the history, and tables of the engine's own.
///
/// What is written goes by no delete rule: what a rule takes along was written where the rule was applied. Full-text
/// indexes, the history, models and live results follow as after any save. It is used on the thread that runs it.
package final class ReplicationTransaction {
  /// The entities of the store.
  package let entities: [ReplicatedEntity]

  private let store: SQLiteStore
  private let connection: Connection
  private let tables: [String: EntityTable]
  private let context: ModelContext
  /// Whether nothing may be written.
  package let isReading: Bool
  private var keyQueries: [String: (attribute: String, sql: String)] = [:]
  private var insertedProperties: [String: [InsertedProperty]] = [:]
  private var announcements: SaveAnnouncements

  private init(
    _ context: ModelContext, on connection: Connection, _ announcements: SaveAnnouncements, isReading: Bool = false
  ) throws {
    let store = context.store
    self.store = store
    self.context = context
    self.isReading = isReading
    self.connection = connection
    self.announcements = announcements
    let tables = store.schema.entities.compactMap { store.table(named: $0.name) }
    self.tables = Dictionary(tables.map { ($0.properties.entityName, $0) }) { first, _ in first }
    entities = try tables.map(ReplicatedEntity.init)
  }

  /// Runs a transaction; if the body throws, nothing of it is stored.
  ///
  /// - Parameters:
  ///   - container: one with a single store of the library's own.
  ///   - author: who is noted in the history.
  /// - Throws: what the body throws, `StoreError`, `SwiftDataError`.
  package static func run<Result>(
    in container: ModelContainer, author: String, _ body: (ReplicationTransaction) throws -> Result
  ) throws -> Result {
    let context = ModelContext(container)
    context.author = author
    return try BatchTransaction(context).write(checksLimits: false) { connection, announcements in
      let transaction = try ReplicationTransaction(context, on: connection, announcements)
      let result = try body(transaction)
      announcements = transaction.announcements
      return result
    }
  }

  /// Reads in one state of the store, without a lock that keeps others from writing; nothing may be written.
  package static func read<Result>(
    in container: ModelContainer, _ body: (ReplicationTransaction) throws -> Result
  ) throws -> Result {
    let context = ModelContext(container)
    return try BatchTransaction(context).read { connection in
      let announcements = SaveAnnouncements(context.store)
      return try body(ReplicationTransaction(context, on: connection, announcements, isReading: true))
    }
  }

  private func table(_ entity: String) throws -> EntityTable {
    guard let table = tables[entity] else { throw SwiftDataError.notReplicated(entity) }
    return table
  }
}

// MARK: - The engine's own tables

extension ReplicationTransaction {
  /// Prepares a statement; it must not outlive the transaction.
  package func prepared(_ sql: String) throws -> OwnStatement {
    OwnStatement(try connection.statement(sql))
  }

  /// Runs statements whose rows are not wanted.
  package func execute(_ sql: String) throws { try connection.execute(sql) }

  /// Runs one statement that returns no rows.
  package func run(_ sql: String, _ arguments: [SQLiteValue] = []) throws { try connection.run(sql, arguments) }

  /// The key of the row that was inserted last.
  package var lastInsertedKey: Int64 { connection.lastInsertedKey }

  /// All rows of a statement, each made into a value.
  package func rows<Value>(
    _ sql: String, _ arguments: [SQLiteValue] = [], _ make: (OwnRow) throws -> Value
  ) throws -> [Value] {
    try connection.rows(sql, arguments) { try make(OwnRow($0)) }
  }

  /// The location of the store in messages: its path, or "memory".
  package var storeLocation: String { store.location.name }

  /// Whether there is a table.
  package func hasTable(_ name: String) throws -> Bool { try connection.has(.table, name) }

  /// The quoted name of the table with an entity's rows, and of the columns with some of its attributes and references.
  ///
  /// - Parameter properties: their names; nil for all.
  package func sqlNames(of entity: String, _ properties: [String]? = nil) throws -> (table: String, columns: [String]) {
    let table = try table(entity)
    let stored = table.properties.stored.filter { properties?.contains($0.name) ?? true }
    return (table.name, stored.flatMap(\.columns).map(EntityTable.column))
  }
}

// MARK: - Reading rows

extension ReplicationTransaction {
  /// The attributes and references of rows by their keys; a reference is an integer or null.
  ///
  /// - Complexity: one statement.
  package func values(of keys: [Int64], _ entity: String) throws -> [Int64: ReplicatedValues] {
    let table = try table(entity)
    return try values(of: keys, table.everything, in: table.name) { place, statement in
      let reader = ColumnReader(statement: statement, column: place.column)
      return place.property.destination == nil ? try place.property.encodedValue(in: reader) : reader.anyValue
    }
  }

  /// The same of rows that another table has, perhaps from before a migration; what it does not have is left out.
  ///
  /// - Parameters:
  ///   - name: the table, quoted.
  ///   - columns: its columns, quoted and in lower case.
  ///   - unknown: what stands in a column for a value that is not known.
  package func values(
    of keys: [Int64], _ entity: String, in name: String, columns: Set<String>, unknown: SQLiteValue
  ) throws -> [Int64: ReplicatedValues] {
    let stored = try table(entity).properties.stored
    let present = stored.filter { property in
      property.columns.allSatisfy { columns.contains(EntityTable.column($0).lowercased()) }
    }
    let selection = ColumnSelection(stored, subtables: [], slots: Set(present.map(\.slot)))
    return try values(of: keys, selection, in: name) { place, statement in
      let reader = ColumnReader(statement: statement, column: place.column)
      for index in place.property.columns.indices where reader.advanced(by: Int32(index)).anyValue == unknown {
        return nil
      }
      guard place.property.destination == nil else { return reader.anyValue }
      do { return try place.property.encodedValue(in: reader) } catch is SwiftDataError {
        // A migration has given the property another type.
        return nil
      }
    }
  }

  private func values(
    of keys: [Int64], _ columns: ColumnSelection, in table: String,
    _ read: (ColumnSelection.Property, Statement) throws -> SQLiteValue?
  ) throws -> [Int64: ReplicatedValues] {
    var rows: [Int64: ReplicatedValues] = [:]
    let statement = try connection.statement(
      "SELECT \(columns.sql) FROM \(table) WHERE \(EntityTable.keyColumn) IN (SELECT value FROM json_each(?))")
    defer { statement.reset() }
    try statement.bind([.text(SQLiteValue.jsonList(keys))])
    rows.reserveCapacity(keys.count)
    let places = columns.properties.sorted { $0.property.name < $1.property.name }
    let names = places.map(\.property.name)
    while try statement.step() {
      rows[statement.integer(0)] = ReplicatedValues(names, try places.map { try read($0, statement) })
    }
    return rows
  }

  /// The next keys after one, ascending.
  package func keys(after key: Int64, limit: Int, _ entity: String) throws -> [Int64] {
    try connection.integers(
      """
      SELECT \(EntityTable.keyColumn) FROM \(table(entity).name) WHERE \(EntityTable.keyColumn) > ? \
      ORDER BY \(EntityTable.keyColumn) LIMIT ?
      """, [.integer(key), .integer(Int64(limit))])
  }

  /// The row with a unique attribute; nil if there is none.
  package func key(with value: SQLiteValue, of attribute: String, _ entity: String) throws -> Int64? {
    guard let query = try keyQuery(attribute, entity) else { return nil }
    let statement = try connection.statement(query)
    defer { statement.reset() }
    try statement.bind(value, at: 1)
    return try statement.step() ? statement.integer(0) : nil
  }

  private func keyQuery(_ attribute: String, _ entity: String) throws -> String? {
    if let query = keyQueries[entity], query.attribute == attribute { return query.sql }
    let table = try table(entity)
    guard let property = table.properties.stored.first(where: { $0.name == attribute }) else { return nil }
    let query = "SELECT \(EntityTable.keyColumn) FROM \(table.name) WHERE \(EntityTable.column(property)) = ?"
    keyQueries[entity] = (attribute, query)
    return query
  }

  /// Whether there is a row.
  package func hasRow(_ key: Int64, _ entity: String) throws -> Bool {
    try !connection.integers(
      "SELECT 1 FROM \(table(entity).name) WHERE \(EntityTable.keyColumn) = ?", [.integer(key)]
    ).isEmpty
  }

  /// The members at the other end of a pair, by the keys of the owners.
  package func members(of keys: [Int64], _ entity: String, _ pair: String) throws -> [Int64: [Int64]] {
    let keys = RowRanges.ascending(keys)
    let lists = try relation(entity, pair).lists(ofAscending: keys, on: connection)
    var members: [Int64: [Int64]] = [:]
    for (key, list) in zip(keys, lists) where !list.isEmpty { members[key] = list }
    return members
  }

  /// The owners whose pair has a row as a member.
  package func owners(of key: Int64, _ entity: String, _ pair: String) throws -> [Int64] {
    guard case .joinTable(let join) = try relation(entity, pair).storage else { return [] }
    return try connection.integers(
      "SELECT \(join.ownerColumn) FROM \(SQL.quoted(join.name)) WHERE \(join.targetColumn) = ?", [.integer(key)])
  }

  /// The rows whose reference leads to a row.
  package func referrers(to key: Int64, _ entity: String, _ reference: String) throws -> [Int64] {
    let table = try table(entity)
    return try connection.integers(
      """
      SELECT \(EntityTable.keyColumn) FROM \(table.name) \
      WHERE \(EntityTable.column(relation(entity, reference).property)) = ?
      """, [.integer(key)])
  }

  private func relation(_ entity: String, _ name: String) throws -> Relation {
    guard let relation = try table(entity).relations.first(where: { $0.property.name == name }) else {
      throw SwiftDataError.notReplicated("\(entity).\(name)")
    }
    return relation
  }
}

// MARK: - Writing rows

extension ReplicationTransaction {
  /// Prepares for many new rows: pages of the store that they touch are kept in memory until they are committed.
  ///
  /// - Parameter isSeries: whether other such transactions follow, for which they are kept, until `endSeries(in:)`.
  package func expectInsertions(_ count: Int, isSeries: Bool = false) throws {
    try connection.enlargePageCache(forRows: count)
    if isSeries { connection.keepPages() }
  }

  /// Ends a series of transactions with many new rows.
  package static func endSeries(in container: ModelContainer) { container.store.releasePages() }

  /// A property with the first of its parameters in the statement that inserts a row.
  private struct InsertedProperty {
    let property: ModelProperty
    let parameter: Int32
  }

  /// An entity's properties, sorted by their names.
  private func insertedProperties(_ table: EntityTable, _ entity: String) -> [InsertedProperty] {
    if let properties = insertedProperties[entity] { return properties }
    // The first parameter is the key.
    var next: Int32 = 2
    let properties = table.properties.stored.map { property in
      defer { next += Int32(property.columns.count) }
      return InsertedProperty(property: property, parameter: next)
    }.sorted { $0.property.name < $1.property.name }
    insertedProperties[entity] = properties
    return properties
  }

  /// Inserts a row; what is not given has the value of a new model.
  ///
  /// - Parameters:
  ///   - key: one that the row had before; nil for a new one.
  ///   - value: gives the value of an attribute or reference by its name; nil for one that is not given. It is asked for
  ///     them in the order of their names.
  /// - Returns: its key.
  package func insert(_ entity: String, key: Int64? = nil, _ value: (String) -> SQLiteValue?) throws -> Int64 {
    let table = try table(entity)
    let statement = try connection.statement(table.insertSQL)
    try statement.bind(key.map { .integer($0) } ?? .null, at: 1)
    var end: Int32 = 2
    for inserted in insertedProperties(table, entity) {
      let (property, value) = (inserted.property, value(inserted.property.name))
      end = max(end, inserted.parameter + Int32(property.columns.count))
      if let value, property.columns.count == 1, !property.isComposite, value != .null || property.takesNull {
        try statement.bind(value, at: inserted.parameter)
        continue
      }
      for (index, column) in try Self.columns(value, property, of: table).enumerated() {
        try statement.bind(column, at: inserted.parameter + Int32(index))
      }
    }
    for index in table.positions.indices { try statement.bind(Self.atTheEnd, at: end + Int32(index)) }
    do {
      defer { statement.reset() }
      _ = try statement.step()
    }
    let key = connection.lastInsertedKey
    announcements.noteInsertion(table.identity, key)
    for relation in table.positions {
      if case .integer(let owner)? = value(relation.property.name) { announcements.noteList(relation, of: owner) }
    }
    return key
  }

  /// Prepares to insert many rows of an entity.
  ///
  /// - Parameter pairs: the names of the relationships to many that can be given members.
  /// - Returns: nil if its rows have to be inserted one by one.
  package func insertion(into entity: String, pairs: [String]) throws -> RowInsertion? {
    try RowInsertion(table(entity), pairs: pairs, on: connection)
  }

  /// Inserts a row with what is bound.
  ///
  /// - Returns: its key; nil if another row has its unique value.
  package func insert(_ row: RowInsertion) throws -> Int64? { try row.insert(&announcements) }

  /// Adds a member to a list of a row that was inserted just now, whose insertion is news enough of it.
  ///
  /// - Parameter place: that of the relationship among those that can be given members.
  package func add(_ member: Int64, to key: Int64, pair place: Int, of row: RowInsertion) throws {
    try row.add(member, to: key, pair: place, &announcements)
  }

  /// Whether a row has attributes as they are given: columns convert what is of another type, and have defaults.
  ///
  /// - Parameter value: asked for values in the order of their names.
  package func keepsAsGiven(_ entity: String, _ value: (String) -> SQLiteValue?) throws -> Bool {
    try insertedProperties(table(entity), entity).allSatisfy { inserted in
      let property = inserted.property
      guard property.destination == nil else { return true }
      guard let value = value(property.name), property.columns.count == 1, !property.isComposite,
        property.columns[0].holdsValue
      else { return false }
      // https://www.sqlite.org/datatype3.html#type_affinity_of_a_column
      switch (value, property.columns[0].type) {
      case (.null, _): return property.isOptional
      case (.integer, "INTEGER"), (.text, "TEXT"), (.blob, "TEXT"), (.blob, "BLOB"): return true
      // NaN becomes NULL, and zero has no sign.
      case (.real(let real), "REAL"): return !real.isNaN && real != 0
      default: return false
      }
    }
  }

  /// Sets attributes and references of a row.
  ///
  /// - Parameter value: gives the value of an attribute or reference by its name; nil for one that stays as it is.
  package func update(_ key: Int64, _ entity: String, _ value: (String) -> SQLiteValue?) throws {
    let table = try table(entity)
    let changed = table.properties.stored.filter { value($0.name) != nil }
    guard !changed.isEmpty else { return }
    for relation in table.positions where value(relation.property.name) != nil {
      let owners = try relation.lists(of: [key], on: connection)[key] ?? []
      for owner in owners { announcements.noteList(relation, of: owner) }
      if case .integer(let owner)? = value(relation.property.name) { announcements.noteList(relation, of: owner) }
    }
    let columns = try changed.flatMap { try Self.columns(value($0.name), $0, of: table) }
    try connection.run(table.updateSQL(changed), columns + [.integer(key)])
    announcements.noteUpdate(table.identity, key, changed.map(\.storedName))
  }

  /// Sets the members at the other end of a pair.
  ///
  /// - Parameter old: those that it has, if they are known.
  /// - Returns: whether others were members before.
  @discardableResult
  package func setMembers(
    _ members: Set<Int64>, insteadOf old: [Int64]? = nil, of key: Int64, _ entity: String, _ pair: String
  ) throws -> Bool {
    let relation = try relation(entity, pair)
    guard case .joinTable(let join) = relation.storage else { return false }
    // The other end of a symmetric pair may have changed those that were read before.
    let known = relation.isSymmetric ? nil : old
    let old = Set(try known ?? relation.lists(of: [key], on: connection)[key] ?? [])
    guard old != members else { return false }
    let name = SQL.quoted(join.name)
    for member in old.subtracting(members).sorted() {
      for (owner, target) in relation.isSymmetric ? [(key, member), (member, key)] : [(key, member)] {
        try connection.run(
          "DELETE FROM \(name) WHERE \(join.ownerColumn) = ? AND \(join.targetColumn) = ?",
          [.integer(owner), .integer(target)])
      }
    }
    let places = [join.positionColumn, join.inversePositionColumn].compactMap(\.self)
    let columns = ([join.ownerColumn, join.targetColumn] + places).joined(separator: ", ")
    let parameters = Array(repeating: "?", count: 2 + places.count).joined(separator: ", ")
    for member in members.subtracting(old).sorted() {
      for (owner, target) in relation.isSymmetric ? [(key, member), (member, key)] : [(key, member)] {
        try connection.run(
          "INSERT OR IGNORE INTO \(name)(\(columns)) VALUES(\(parameters))",
          [.integer(owner), .integer(target)] + places.map { _ in Self.atTheEnd })
      }
    }
    announcements.noteUpdate(try table(entity).identity, key, [relation.property.storedName])
    for member in old.symmetricDifference(members).sorted() { announcements.noteList(relation, of: member) }
    return true
  }

  /// Deletes rows and what refers to them, without following delete rules.
  package func delete(_ keys: [Int64], _ entity: String) throws {
    guard !keys.isEmpty else { return }
    let deleter = RowDeleter(try SavePlan.empty(for: context, on: connection), on: connection)
    try deleter.deleteAlone(keys, table(entity), &announcements)
  }

  /// The place of a new member in a list: after all others, and there in the order of the keys.
  static let lastPlace = Int64(Int32.max)
  private static let atTheEnd = SQLiteValue.integer(lastPlace)

  private static func columns(
    _ value: SQLiteValue?, _ property: ModelProperty, of table: EntityTable
  ) throws -> [SQLiteValue] {
    if let value, value != .null || property.takesNull {
      return value == .null ? property.columns.map { _ in .null } : try property.columnValues(of: value)
    }
    guard property.destination == nil else { return [.null] }
    let defaults = table.properties.makeFault()
    property.loadPlaceholder(into: defaults)
    return try property.columnValues(in: defaults)
  }
}

extension ModelProperty {
  /// Whether there can be no value: otherwise a new model's stands for it.
  fileprivate var takesNull: Bool { isOptional || destination != nil }
}

// MARK: - History

extension ReplicationTransaction {
  /// The identifier of the store, which copies of its file have too.
  package var storeIdentifier: String { store.history.storeIdentifier }

  /// The number of the last transaction in the history.
  package func latestHistoryToken() throws -> Int64 { try store.history.latestToken(on: connection) }

  /// The same outside of a transaction: costs a look-up, and takes no lock.
  package static func latestHistoryToken(in container: ModelContainer) throws -> Int64 {
    try container.store.read { try container.store.history.latestToken(on: $0) }
  }

  /// Whether a store has a table whose name matches a pattern of SQLite's `GLOB`; takes no lock.
  package static func hasTable(like pattern: String, in container: ModelContainer) throws -> Bool {
    let sql = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name GLOB ? LIMIT 1"
    return try !container.store.read { try $0.rows(sql, [.text(pattern)]) { _ in true } }.isEmpty
  }

  /// Keeps the history after a token until a later one is named.
  ///
  /// - Parameter token: nil to keep no more than usual.
  package func holdHistory(after token: Int64?, by reader: String) throws {
    try store.history.hold(after: token, by: reader, on: connection)
  }

  /// What others than an author saved after a token, in order; nil if the history does not reach back so far.
  ///
  /// - Parameters:
  ///   - first: the number of the first run; earlier ones are passed over.
  ///   - limit: how many runs at most.
  package func history(
    after token: Int64, except author: String, from first: Int64 = 0, limit: Int = .max
  ) throws -> [HistoryRun]? {
    guard try store.history.marks(on: connection).deleted <= token else { return nil }
    let runs = try store.history.runs(
      after: token, exceptAuthor: author, from: first, limit: limit, on: connection)
    return runs.compactMap { numbered in
      store.table(for: numbered.run.entity).map { HistoryRun(numbered, of: $0.properties.entityName) }
    }
  }

  /// A number that another one follows as soon as a table, an index or a trigger is made or dropped.
  package var schemaVersion: Int64 { get throws { try connection.integer("PRAGMA schema_version") } }
}
