/// Writes a batch update, inside of its transaction.
struct BatchUpdateWriter<Model: PersistentModel> {
  private typealias Content = BatchContent<Model, Int>

  private let rows: BatchRows<Model>
  private let content: BatchContent<Model, Int>
  private let returned: [ModelProperty]
  private let table: EntityTable
  private let store: SQLiteStore
  private let connection: Connection
  private let references: [Relation]

  init(
    _ rows: BatchRows<Model>, _ content: BatchContent<Model, Int>, returning returned: [ModelProperty],
    in table: EntityTable, _ store: SQLiteStore, _ connection: Connection
  ) throws {
    self.rows = rows
    self.content = content
    self.returned = returned
    self.table = table
    self.store = store
    self.connection = connection
    references = content.references.map { table.relations[$0.property.ordinal] }
    for relation in references + content.lists.map({ table.relations[$0.property.ordinal] }) {
      try relation.checkIsBatchable()
    }
  }

  func write(_ announcements: inout SaveAnnouncements) throws -> BatchResult<Model> {
    let filter = try rows.filter(table, store, on: connection)
    let keys: [Int64]
    var images = BeforeImages()
    if needsSelection {
      let properties = returned + references.map(\.property) + content.lists.map(\.property)
      let selection = try BatchSelection(filter, in: table, reading: properties.unique, store, on: connection)
      try write(selection, &announcements)
      (keys, images) = (selection.keys, selection.images)
    } else {
      keys = try writeAll(filter)
    }
    announcements.noteUpdates(table.identity, keys: keys, content.storedNames)
    return BatchResult(keys, of: table, images)
  }

  /// Whether the rows have to be read first; without, one statement does it all.
  private var needsSelection: Bool {
    !returned.isEmpty || !content.references.isEmpty || !content.lists.isEmpty || hasOwnValues
      || content.attributes.isEmpty || !uniqueColumns.isEmpty
  }

  private var hasOwnValues: Bool {
    content.attributes.contains { if case .each = $0.value { true } else { false } }
  }

  private var uniqueColumns: [String] {
    let slots = Set(content.attributes.map(\.property.slot))
    let columns = table.properties.uniqueColumns.joined().filter { slots.contains($0.property.slot) }
    return Set(columns.map { EntityTable.column($0.column) }).sorted()
  }

  // MARK: - One statement for all rows

  /// - Returns: the keys of the updated rows.
  private func writeAll(_ filter: RowFilter) throws -> [Int64] {
    // Read first: `RETURNING` takes longer than the update itself.
    let keys = try BatchSelection(filter, in: table, reading: [], store, on: connection).keys
    let set = try BatchAssignments(content, table, store, after: filter.arguments)
    let statement = try connection.statement(
      "UPDATE \(filter.table(table)) SET \(set.sql)\(filter.sql)")
    try set.bindAlike(statement)
    try filter.write(statement, count: keys.count)
    return keys
  }

  // MARK: - By key

  private static var rowsBetweenChecks: Int { 512 }

  private func write(_ selection: BatchSelection, _ announcements: inout SaveAnnouncements) throws {
    guard !selection.keys.isEmpty else { return }
    try connection.enlargePageCache(forRows: selection.keys.count)
    try releaseUniqueValues(selection)
    let indexes = try BatchIndexes(selection.keys, among: rows.keys(in: table))
    var targets = BatchTargets(store)
    if hasOwnValues || !references.isEmpty {
      try writeRows(selection, indexes, &targets, &announcements)
    } else if !content.attributes.isEmpty {
      try writeAlike(selection)
    }
    for list in content.lists {
      var writer = try BatchListWriter(table.relations[list.property.ordinal], list.change, connection)
      for (row, key) in selection.keys.enumerated() {
        let given = try list.targets(indexes[row]).map { try targets.key(of: $0, writer.relation) }
        try writer.write(given, of: key, instead: selection.list(list.property, at: row))
        if row % Self.rowsBetweenChecks == 0 { try WorkProgress.current?.checkCancellation() }
      }
      writer.announce(&announcements)
    }
    try targets.checkExistence(on: connection)
  }

  /// Clears unique values that are about to change, so that rows can exchange them.
  private func releaseUniqueValues(_ selection: BatchSelection) throws {
    guard !uniqueColumns.isEmpty else { return }
    let assignments = uniqueColumns.map { "\($0) = randomblob(16)" }.joined(separator: ", ")
    let statement = try connection.statement(
      "UPDATE \(table.name) SET \(assignments) WHERE \(RowRanges.condition(EntityTable.keyColumn, 1))")
    try RowRanges(selection.keys).write(statement, progress: nil)
  }

  /// Updates the selected rows by one statement for many of them.
  private func writeAlike(_ selection: BatchSelection) throws {
    let set = try BatchAssignments(content, table, store)
    let statement = try connection.statement(
      "UPDATE \(table.name) AS \(PredicateTranslator.rootAlias) SET \(set.sql) "
        + "WHERE \(RowRanges.condition(EntityTable.keyColumn, Int(set.nextParameter)))")
    try set.bindAlike(statement)
    try RowRanges(selection.keys).write(statement, Int(set.nextParameter))
  }

  /// Updates the selected rows one by one, with values and targets of their own.
  private func writeRows(
    _ selection: BatchSelection, _ indexes: BatchIndexes, _ targets: inout BatchTargets,
    _ announcements: inout SaveAnnouncements
  ) throws {
    let set = try BatchAssignments(content, table, store)
    var parts = content.attributes.isEmpty ? [] : [set.sql]
    var key = set.nextParameter
    for relation in references {
      parts.append(relation.assignment(at: key))
      key += relation.ordersInverse ? 2 : 1
    }
    let statement = try connection.statement(
      "UPDATE \(table.name) AS \(PredicateTranslator.rootAlias) SET \(parts.joined(separator: ", ")) "
        + "WHERE \(EntityTable.keyColumn) = ?\(key)")
    defer { statement.reset() }
    try set.bindAlike(statement)
    let places = BatchPlaces(connection)
    let hasOwnValues = hasOwnValues
    func write(_ row: Int) throws {
      if hasOwnValues { try set.bindOwn(statement, row: indexes[row]) }
      var parameter = set.nextParameter
      for (reference, relation) in zip(content.references, references) {
        let old = selection.key(reference.property, at: row)
        let new = try reference.target(indexes[row]).map { try targets.key(of: $0, relation) } ?? 0
        try relation.checkAllows(new)
        try statement.bind(new == 0 ? .null : .integer(new), at: parameter)
        parameter += 1
        guard new != old || relation.ordersInverse else { continue }
        let place = try places.move(from: old, to: new, relation)
        guard relation.ordersInverse else { continue }
        try statement.bind(place, at: parameter)
        parameter += 1
      }
      try statement.bind(selection.keys[row], at: key)
      _ = try statement.step()
      statement.reset()
    }
    try WorkProgress.advance(through: selection.keys.indices) { try $0.forEach(write) }
    places.announce(&announcements)
  }
}

/// The part of an `UPDATE` that sets attributes, with its parameters.
private struct BatchAssignments<Model: PersistentModel> {
  private let content: BatchContent<Model, Int>
  /// Those of the condition and of the expressions, whose parameters come first.
  private let arguments: [SQLiteValue]
  let sql: String
  /// The first parameter that is free.
  let nextParameter: Int32

  /// - Throws: `SwiftDataError.invalidBatch` for an expression that SQL can't express.
  init(
    _ content: BatchContent<Model, Int>, _ table: EntityTable, _ store: SQLiteStore, after first: [SQLiteValue] = []
  ) throws {
    var translator = PredicateTranslator(
      table: table, tables: { try? store.table(for: $0) }, pending: [], after: first)
    var expressions: [Int: String] = [:]
    for attribute in content.attributes {
      guard case .expression(let translate) = attribute.value else { continue }
      do {
        expressions[attribute.property.slot] = try translate(&translator)
      } catch let error as PredicateTranslator.Unsupported {
        throw SwiftDataError.invalidBatch("SQL can't express the value for \(attribute.property.name): \(error.node).")
      }
    }
    self.content = content
    arguments = translator.boundArguments
    var parameter = arguments.count
    sql = content.attributes.flatMap { attribute in
      if let expression = expressions[attribute.property.slot] {
        return ["\(EntityTable.column(attribute.property)) = \(expression)"]
      }
      return attribute.property.columns.map { column in
        parameter += 1
        return "\(EntityTable.column(column)) = ?\(parameter)"
      }
    }.joined(separator: ", ")
    nextParameter = Int32(parameter + 1)
  }

  /// Binds what is the same for all rows; it stays bound when the statement is reset.
  func bindAlike(_ statement: Statement) throws {
    try statement.bind(arguments)
    try forEachParameter { value, parameter in
      guard case .same(let write) = value else { return }
      var writer = ColumnWriter(statement: statement, index: parameter)
      try write(&writer)
    }
  }

  func bindOwn(_ statement: Statement, row: Int) throws {
    try forEachParameter { value, parameter in
      guard case .each(let write) = value else { return }
      var writer = ColumnWriter(statement: statement, index: parameter)
      try write(row, &writer)
    }
  }

  private func forEachParameter(_ body: (BatchContent<Model, Int>.Value, Int32) throws -> Void) rethrows {
    var parameter = Int32(arguments.count + 1)
    for attribute in content.attributes {
      if case .expression = attribute.value { continue }
      try body(attribute.value, parameter)
      parameter += Int32(attribute.property.columns.count)
    }
  }
}

/// Where the rows of a selection are among the identifiers of a batch.
private struct BatchIndexes {
  /// Nil if they are in the same order, or were not given by identifiers.
  private let indexes: [Int]?

  init(_ selected: [Int64], among keys: [Int64]?) {
    guard let keys, keys != selected else {
      indexes = nil
      return
    }
    // The last one counts, as if the rows were updated one after another.
    let places = Dictionary(zip(keys, keys.indices), uniquingKeysWith: { $1 })
    indexes = selected.map { places[$0] ?? 0 }
  }

  subscript(row: Int) -> Int { indexes?[row] ?? row }
}

extension Relation {
  /// Sets the column, and the place in the list at the other end if the target differs.
  fileprivate func assignment(at parameter: Int32) -> String {
    let column = EntityTable.column(property)
    guard ordersInverse else { return "\(column) = ?\(parameter)" }
    let place = EntityTable.positionColumn(property)
    return "\(column) = ?\(parameter), "
      + "\(place) = CASE WHEN ?\(parameter) IS NULL OR \(column) IS ?\(parameter) "
      + "THEN \(place) ELSE ?\(parameter + 1) END"
  }
}

extension [ModelProperty] {
  /// Each property once.
  fileprivate var unique: [ModelProperty] {
    var slots: Set<Int> = []
    return filter { slots.insert($0.slot).inserted }
  }
}
