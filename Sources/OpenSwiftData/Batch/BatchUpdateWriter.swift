/// Writes a batch update, inside of its transaction.
struct BatchUpdateWriter {
  private let filter: RowFilter
  private let content: BatchContent
  private let returned: [ModelProperty]
  private let table: EntityTable
  private let store: SQLiteStore
  private let connection: Connection
  private let references: [Relation]

  init(
    _ filter: RowFilter, _ content: BatchContent, returning returned: [ModelProperty],
    in table: EntityTable, _ store: SQLiteStore, _ connection: Connection
  ) throws {
    self.filter = filter
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

  /// - Returns: the keys of the updated rows, and what was asked to be returned.
  func write(_ announcements: inout SaveAnnouncements) throws -> (keys: [Int64], images: BeforeImages) {
    let keys: [Int64]
    var (images, targets) = (BeforeImages(), BatchTargets(store))
    if needsSelection {
      let listed = content.lists.filter(\.setsEach).map(\.property)
      let selection = try BatchSelection(
        filter, in: table, reading: (returned + references.map(\.property) + listed).unique,
        calculating: calculatesFirst ? BatchExpressions(content, table, store, after: filter.arguments) : nil, store,
        on: connection)
      try write(selection, &targets, &announcements)
      (keys, images) = (selection.keys, selection.images)
    } else if content.attributes.isEmpty {
      keys = try BatchSelection(filter, in: table, reading: [], store, on: connection).keys
    } else if let given = filter.plainKeys {
      try enlargePageCache(forRows: given.count)
      keys = try hasOwnValues ? writeOwn(given) : writeAlike(given)
    } else {
      keys = try writeAll()
    }
    try writeMembers(of: keys, &targets, &announcements)
    try targets.checkExistence(on: connection)
    announcements.noteUpdates(table.identity, keys: keys, content.storedNames)
    return (keys, images)
  }

  /// Whether the rows have to be read first.
  private var needsSelection: Bool {
    !returned.isEmpty || !content.references.isEmpty || content.lists.contains(where: \.setsEach)
      || !uniqueColumns.isEmpty || (hasOwnValues && filter.plainKeys == nil)
  }

  /// Whether expressions have to be calculated before anything is written: unique values are cleared first.
  private var calculatesFirst: Bool {
    !uniqueColumns.isEmpty && content.attributes.contains { if case .expression = $0.value { true } else { false } }
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
  private func writeAll() throws -> [Int64] {
    // By ranges of keys, a condition would see what the batch wrote in the ranges before.
    if filter.findsByKeys {
      let keys = try BatchSelection(filter, in: table, reading: [], store, on: connection).keys
      try enlargePageCache(forRows: keys.count)
      return try writeAlike(keys)
    }
    let set = try BatchAssignments(content, table, store, after: filter.arguments)
    let sql = "\(SQL.update) \(filter.table(table)) SET \(set.sql)\(filter.sql)"
    let count = try rowCount(upTo: Connection.fewestRowsForLargeCache)
    if count == Connection.fewestRowsForLargeCache, try !writesInOrder(sql) {
      try connection.enlargePageCache(forRows: count)
    }
    let statement = try connection.statement(sql)
    try set.bindAlike(statement)
    // Told by SQLite as it writes them: a selection would take half as long as the update, and `RETURNING` longer.
    let keys = try connection.keysOfUpdates(in: table) {
      defer { statement.reset() }
      _ = try statement.step()
    }
    WorkProgress.current?.advance(by: keys.count)
    return keys
  }

  /// How many rows there are, or the limit if there are more, which is known without reading them all.
  private func rowCount(upTo limit: Int) throws -> Int {
    Int(
      try connection.integer(
        "SELECT count(*) FROM (SELECT 1 FROM \(filter.table(table))\(filter.sql) LIMIT \(limit))", filter.arguments))
  }

  /// Whether no index has to follow: what writes rows in the order of their keys, writes each page once then.
  ///
  /// More pages in memory would be memory to fill: of an update of 10^5 rows, a quarter of the time.
  private var isUnindexed: Bool { !table.hasIndex(ofAny: content.attributes.flatMap(\.property.columns)) }

  private func enlargePageCache(forRows count: Int) throws {
    // Asked first, as it is quicker to tell: few rows are the rule.
    guard count >= Connection.fewestRowsForLargeCache, !isUnindexed else { return }
    try connection.enlargePageCache(forRows: count)
  }

  /// Whether a statement goes through the table from its first to its last row, and writes each page once.
  ///
  /// SQLite may word its plan otherwise one day; the page cache is only larger then than it need be.
  ///
  /// Source: https://www.sqlite.org/eqp.html
  private func writesInOrder(_ sql: String) throws -> Bool {
    guard isUnindexed else { return false }
    return try connection.rows("EXPLAIN QUERY PLAN \(sql)") { $0.text(3) }
      .contains("SCAN \(PredicateTranslator.rootAlias)")
  }

  // MARK: - By keys, which need not be read first

  /// Updates rows by one statement for many of them.
  ///
  /// - Returns: the keys of the rows that are there.
  private func writeAlike(_ given: [Int64]) throws -> [Int64] {
    let set = try BatchAssignments(content, table, store)
    let statement = try connection.statement(
      "\(SQL.update) \(table.name) AS \(PredicateTranslator.rootAlias) SET \(set.sql) "
        + "WHERE \(RowRanges.condition(EntityTable.keyColumn, Int(set.nextParameter)))")
    try set.bindAlike(statement)
    var areAllThere = true
    try RowRanges(given).write(statement, Int(set.nextParameter)) { range in
      if connection.changedRowCount < range.count { areAllThere = false }
    }
    return areAllThere ? given : try table.existing(given, on: connection)
  }

  /// Updates rows one by one, with values of their own.
  ///
  /// - Returns: the keys of the rows that are there.
  private func writeOwn(_ given: [Int64]) throws -> [Int64] {
    let set = try BatchAssignments(content, table, store)
    let statement = try connection.statement(
      "\(SQL.update) \(table.name) AS \(PredicateTranslator.rootAlias) SET \(set.sql) "
        + "WHERE \(EntityTable.keyColumn) = ?\(set.nextParameter)")
    defer { statement.reset() }
    try set.bindAlike(statement)
    var areAllThere = true
    func write(_ index: Int) throws {
      try BatchRow.with(index) { try set.bindOwn(statement, $0) }
      try statement.bind(given[index], at: set.nextParameter)
      _ = try statement.step()
      statement.reset()
      if connection.changedRowCount == 0 { areAllThere = false }
    }
    try WorkProgress.advance(through: given.indices) { try $0.forEach(write) }
    return areAllThere ? given : try table.existing(given, on: connection)
  }

  // MARK: - Lists that gain or lose the same rows

  private func writeMembers(
    of keys: [Int64], _ targets: inout BatchTargets, _ announcements: inout SaveAnnouncements
  ) throws {
    for list in content.lists {
      let relation = table.relations[list.property.ordinal]
      let changed: [Int64]
      switch list.change {
      case .set: continue
      case .add(let members):
        let members = try members.map { try targets.key(of: $0, relation) }
        changed = try BatchMembers(relation, connection).add(members, to: RowRanges(keys))
      case .remove(let members):
        let members = try members.map { try targets.key(of: $0, relation) }
        changed = try BatchMembers(relation, connection).remove(members, from: RowRanges(keys))
      }
      for member in changed { announcements.noteList(relation, of: member) }
      if list.property.memberLimits != nil { for key in keys { announcements.noteLimits(relation, of: key) } }
    }
  }

  // MARK: - By rows that were read

  private static var rowsBetweenChecks: Int { 512 }

  private func write(
    _ selection: BatchSelection, _ targets: inout BatchTargets, _ announcements: inout SaveAnnouncements
  ) throws {
    guard !selection.keys.isEmpty else { return }
    try connection.enlargePageCache(forRows: selection.keys.count)
    try releaseUniqueValues(selection)
    let indexes = BatchIndexes(selection.keys, among: filter.givenKeys)
    if hasOwnValues || !references.isEmpty || calculatesFirst {
      try writeRows(selection, indexes, &targets, &announcements)
    } else if !content.attributes.isEmpty {
      _ = try writeAlike(selection.keys)
    }
    for list in content.lists {
      guard case .set(let given) = list.change else { continue }
      let writer = try BatchListWriter(table.relations[list.property.ordinal], connection)
      for (row, key) in selection.keys.enumerated() {
        let members = try BatchRow.with(indexes[row], given).map { try targets.key(of: $0, writer.relation) }
        try writer.write(members, of: key, instead: selection.list(list.property, at: row))
        if row % Self.rowsBetweenChecks == 0 { try WorkProgress.current?.checkCancellation() }
      }
      writer.announce(&announcements)
    }
  }

  /// Clears unique values that are about to change, so that rows can exchange them.
  private func releaseUniqueValues(_ selection: BatchSelection) throws {
    guard !uniqueColumns.isEmpty else { return }
    let assignments = uniqueColumns.map { "\($0) = randomblob(16)" }.joined(separator: ", ")
    let statement = try connection.statement(
      "\(SQL.update) \(table.name) SET \(assignments) WHERE \(RowRanges.condition(EntityTable.keyColumn, 1))")
    try RowRanges(selection.keys).write(statement, progress: nil)
  }

  /// Updates the selected rows one by one, with values and targets of their own.
  private func writeRows(
    _ selection: BatchSelection, _ indexes: BatchIndexes, _ targets: inout BatchTargets,
    _ announcements: inout SaveAnnouncements
  ) throws {
    let set = try BatchAssignments(
      content, table, store, calculated: calculatesFirst ? selection.calculated : nil)
    var parts = content.attributes.isEmpty ? [] : [set.sql]
    var key = set.nextParameter
    for relation in references {
      parts.append(relation.assignment(at: key))
      key += relation.ordersInverse ? 2 : 1
    }
    let statement = try connection.statement(
      "\(SQL.update) \(table.name) AS \(PredicateTranslator.rootAlias) SET \(parts.joined(separator: ", ")) "
        + "WHERE \(EntityTable.keyColumn) = ?\(key)")
    defer { statement.reset() }
    try set.bindAlike(statement)
    let places = BatchPlaces(connection)
    func write(_ row: Int) throws {
      let index = indexes[row]
      try BatchRow.with(index) { try set.bindOwn(statement, $0) }
      try set.bindCalculated(statement, at: row)
      var parameter = set.nextParameter
      for (reference, relation) in zip(content.references, references) {
        let old = selection.key(reference.property, at: row)
        let new = try BatchRow.with(index, reference.target).map { try targets.key(of: $0, relation) } ?? 0
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

extension BatchContent.List {
  fileprivate var setsEach: Bool { if case .set = change { true } else { false } }
}

extension [ModelProperty] {
  /// Each property once.
  fileprivate var unique: [ModelProperty] {
    var slots: Set<Int> = []
    return filter { slots.insert($0.slot).inserted }
  }
}
