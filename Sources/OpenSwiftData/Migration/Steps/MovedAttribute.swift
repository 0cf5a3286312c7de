/// Writes one attribute of the rows that move to a new table, and refuses values that can't be kept.
final class MovedAttribute {
  private let change: AttributeChange
  private let property: ModelProperty
  /// The class that declares the property.
  private let owner: EntityTable
  private let rebuild: TableRebuild
  private let oldTable: String
  /// The index of the first parameter that holds the value for rows without one.
  private var firstParameter: Int32?
  /// The rows without a value, if each gets a default of its own.
  private var keysWithoutValue: [Int64] = []

  init(
    _ change: AttributeChange, _ property: ModelProperty, of owner: EntityTable, from oldTable: String,
    _ rebuild: TableRebuild
  ) {
    self.owner = owner
    self.change = change
    self.property = property
    self.oldTable = oldTable
    self.rebuild = rebuild
  }

  var columns: [String] { change.new.columnNames.map(SQL.quoted) }
  private var oldColumns: [String] { change.old?.columnNames.map(SQL.quoted) ?? [] }
  private var name: String { "\(rebuild.difference.name).\(property.name)" }

  /// Whether some rows get a value that they did not have.
  private var needsValue: Bool {
    guard !change.isOfNewClass else { return false }
    return change.becomesRequired || replacesLossyValues
      || (change.conversion == nil && (!change.new.isOptional || change.new.hasDefault))
  }

  /// Restricts old rows to those of the class that has the property.
  private var andClass: String { owner.classCondition.map { " AND \($0)" } ?? "" }

  /// The SQL of a value that only rows of the class with the property get.
  private func ofClass(_ value: String) -> String {
    owner.classCondition.map { "CASE WHEN \($0) THEN \(value) END" } ?? value
  }

  /// Whether values that can't be converted without loss are replaced by a default, because code follows.
  private var replacesLossyValues: Bool { rebuild.isFollowedByCode && change.conversion?.lossless != nil }

  // MARK: - Before

  /// Refuses values that can't be kept, and remembers the rows without a value.
  func check(on connection: Connection) throws {
    try rememberMissing(on: connection)
    guard !rebuild.isFollowedByCode else { return }
    try checkMissing(on: connection)
    try checkLosses(on: connection)
  }

  private func checkMissing(on connection: Connection) throws {
    guard change.becomesRequired, !change.new.hasDefault, let column = oldColumns.first else { return }
    let count = try connection.integer("SELECT count(*) FROM \(oldTable) WHERE \(column) IS NULL\(andClass)")
    guard count > 0 else { return }
    throw rebuild.failure.mismatch(
      "\(name) is no longer optional, but \(count) \(count == 1 ? "row has" : "rows have") no value: give it a "
        + "default value, or set it in a custom migration stage.")
  }

  private func rememberMissing(on connection: Connection) throws {
    guard change.becomesRequired, try defaultVaries(), let column = oldColumns.first else { return }
    keysWithoutValue = try connection.integers("SELECT id FROM \(oldTable) WHERE \(column) IS NULL\(andClass)")
  }

  private func checkLosses(on connection: Connection) throws {
    guard let column = oldColumns.first, let lossless = change.conversion?.losslessSQL(column) else { return }
    let lossy = "FROM \(oldTable) WHERE \(column) IS NOT NULL AND NOT (\(lossless))"
    let count = try connection.integer("SELECT count(*) \(lossy)")
    guard count > 0 else { return }
    throw loss(count: count, first: try connection.integer("SELECT min(id) \(lossy)"))
  }

  private func loss(count: Int64, first key: Int64) -> StoreError {
    rebuild.failure.mismatch(
      "\(name) was \(change.old?.typeName ?? "") and is \(change.new.typeName): \(count) "
        + "\(count == 1 ? "value" : "values") would be lost, the first in row \(key); convert them in a custom "
        + "migration stage.")
  }

  // MARK: - Moving

  /// The SQL of the values of the new columns, from the next free parameter on.
  func values(_ parameter: inout Int32) -> [String] {
    if needsValue {
      firstParameter = parameter
      parameter += Int32(columns.count)
    }
    return columns.indices.map { value($0) }
  }

  private func value(_ index: Int) -> String {
    let fallback = firstParameter.map { ofClass("?\($0 + Int32(index))") } ?? "NULL"
    guard let conversion = change.conversion else { return fallback }
    let column = oldColumns[index]
    var sql = conversion.sql(column)
    if replacesLossyValues, let lossless = conversion.losslessSQL(column) {
      sql = "CASE WHEN \(column) IS NULL OR \(lossless) THEN \(sql) ELSE \(fallback) END"
    }
    return change.becomesRequired ? "coalesce(\(sql), \(fallback))" : sql
  }

  /// Binds the value for rows without one.
  func bind(to statement: Statement) throws {
    guard let firstParameter else { return }
    try write(to: statement, at: firstParameter)
  }

  /// Writes the declared default, evaluated again for each row, or a placeholder.
  private func write(to statement: Statement, at index: Int32) throws {
    let model = owner.properties.makeFault()
    property.loadPlaceholder(into: model)
    var writer = ColumnWriter(statement: statement, index: index)
    do {
      try property.write(model, to: &writer)
    } catch is SwiftDataError {
      throw rebuild.failure.mismatch("\(name) was added, and existing rows have no value for it: give it a default.")
    }
  }

  // MARK: - After

  /// Gives each row a default of its own, rewrites values that SQL can't convert, and checks those that must be read.
  func finish(on connection: Connection) throws {
    if change.old == nil, !change.isOfNewClass, try defaultVaries() {
      let rows = owner.classCondition.map { " WHERE \($0)" } ?? ""
      try setDefaults(ofRows: connection.integers("SELECT id FROM \(rebuild.table.name)\(rows)"), on: connection)
    }
    try setDefaults(ofRows: keysWithoutValue, on: connection)
    try rewriteAll(on: connection)
    if change.conversion?.needsReading == true { try readAll(on: connection) }
  }

  /// Whether the default differs each time, such as a new identifier.
  private func defaultVaries() throws -> Bool {
    guard change.new.hasDefault else { return false }
    let models = [owner.properties.makeFault(), owner.properties.makeFault()]
    for model in models { property.loadPlaceholder(into: model) }
    return try property.sqliteValue(of: models[0]) != property.sqliteValue(of: models[1])
  }

  private func setDefaults(ofRows keys: [Int64], on connection: Connection) throws {
    guard !keys.isEmpty else { return }
    rebuild.progress?.begin(.filling, total: keys.count)
    for key in keys {
      try setDefault(ofRow: key, on: connection)
      rebuild.progress?.advance()
      try rebuild.progress?.checkCancellation()
    }
  }

  private func setDefault(ofRow key: Int64, on connection: Connection) throws {
    let statement = try connection.statement(defaultSQL)
    defer { statement.reset() }
    try write(to: statement, at: 1)
    try statement.bind(key, at: Int32(change.new.columnNames.count + 1))
    _ = try statement.step()
  }

  /// Sets the columns of the row whose key is the last parameter.
  private lazy var defaultSQL: String = {
    let assignments = columns.enumerated().map { "\($1) = ?\($0 + 1)" }.joined(separator: ", ")
    return "UPDATE \(rebuild.table.name) SET \(assignments) WHERE id = ?\(columns.count + 1)"
  }()

  private func rewriteAll(on connection: Connection) throws {
    guard let rewriting = change.conversion?.rewriting, let column = columns.first else { return }
    let keys = try connection.integers(
      "SELECT id FROM \(rebuild.table.name) WHERE \(rewriting.condition(column)) ORDER BY id")
    // One by one, because they may be large.
    try replace(keys.filter { try !rewrite(rewriting, column, ofRow: $0, on: connection) }, on: connection)
  }

  /// False if the new type has no such value.
  private func rewrite(
    _ rewriting: Rewriting, _ column: String, ofRow key: Int64, on connection: Connection
  ) throws -> Bool {
    let table = rebuild.table.name
    let old = try connection.value("SELECT \(column) FROM \(table) WHERE id = ?", [.integer(key)])
    guard case .text(let text) = old, let value = rewriting.value(of: text, on: connection) else { return false }
    guard !value.isSame(as: old) else { return true }
    try connection.run("UPDATE \(table) SET \(column) = ? WHERE id = ?", [value, .integer(key)])
    if case .fromFiles = rewriting { try ExternalDataSchema.note(removalOf: text, on: connection) }
    return true
  }

  /// Gives rows whose values can't be kept a default if code follows, and refuses them otherwise.
  private func replace(_ keys: [Int64], on connection: Connection) throws {
    guard let first = keys.first else { return }
    guard rebuild.isFollowedByCode else { throw loss(count: Int64(keys.count), first: first) }
    try setDefaults(ofRows: keys, on: connection)
  }

  /// Replaces values that the new type can't read, and texts that it writes in another way.
  private func readAll(on connection: Connection) throws {
    let model = owner.properties.makeFault()
    let present = columns.first.map { " WHERE \($0) IS NOT NULL" } ?? ""
    let sql = "SELECT id, \(columns.joined(separator: ", ")) FROM \(rebuild.table.name)\(present) ORDER BY id"
    let isWrittenAnew = change.conversion?.isWrittenAnew == true
    var written: [(key: Int64, value: SQLiteValue)] = []
    let unreadable = try connection.rows(sql) { row -> Int64? in
      guard (try? property.load(into: model, from: ColumnReader(statement: row, column: 1))) != nil else {
        return row.integer(0)
      }
      guard isWrittenAnew else { return nil }
      let value = try property.sqliteValue(of: model)
      if !value.isSame(as: row.value(1)) { written.append((row.integer(0), value)) }
      return nil
    }.compactMap(\.self)
    for (key, value) in written {
      try connection.run("UPDATE \(rebuild.table.name) SET \(columns[0]) = ? WHERE id = ?", [value, .integer(key)])
    }
    try replace(unreadable, on: connection)
  }
}
