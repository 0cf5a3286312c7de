/// Changes the tables of one schema into those of another one, within a transaction.
struct SchemaTransformation {
  let difference: SchemaDifference
  let schema: Schema
  /// Whether code follows that sets what can't be converted.
  let isFollowedByCode: Bool
  let failure: MigrationFailure
  let progress: WorkProgress?

  /// Changes the tables; throws a `StoreError` naming entity and property if values prevent that.
  func run(on connection: Connection) throws {
    if !isFollowedByCode, let obstacle = difference.obstacles.first { throw failure.mismatch(obstacle) }
    try checkRenames(on: connection)
    // Code that follows may know which list a member was in.
    let merged = isFollowedByCode ? [] : try MergedLists.all(in: difference, on: connection)
    let moved = difference.relations.filter { !$0.isKept }.enumerated().map {
      MovedRelation($1, number: $0, isFollowedByCode: isFollowedByCode, failure: failure)
    }
    for relation in moved { try relation.takeOut(on: connection) }
    for table in difference.removedJoinTables { try connection.execute("DROP TABLE \(SQL.quoted(table))") }
    for entity in difference.removed { try remove(entity, on: connection) }
    for entity in difference.added { try create(entity, on: connection) }
    for entity in difference.changed { try change(entity, on: connection) }
    try createJoinTables(on: connection)
    for relation in moved { try relation.putIn(on: connection) }
    try SharedRelations(
      difference: difference, schema: schema, isFollowedByCode: isFollowedByCode, failure: failure
    ).synchronize(on: connection)
    try checkRequired(on: connection)
    for lists in merged { InverseWarnings.warnOfSeparation(lists, in: failure.location) }
  }

  /// Creates the constraints that code had to prepare for, and checks the values of enumerations.
  func finish(on connection: Connection) throws {
    if isFollowedByCode {
      for entity in difference.changed where entity.changesStore {
        try indexes(entity)?.createMissing(on: connection, allowingDuplicates: false, progress)
      }
    }
    try EnumerationCheck(schema: schema, failure: failure).run(on: connection)
  }

  /// Refuses what looks like a renamed entity, whose rows would be lost: one removed, one added with its attributes.
  private func checkRenames(on connection: Connection) throws {
    guard !isFollowedByCode else { return }
    for entity in difference.removed {
      guard let twin = difference.added.first(where: { $0.hasShape(of: entity) }) else { continue }
      let count = try connection.integer("SELECT count(*) FROM \(SQL.quoted(entity.name))")
      guard count > 0 else { continue }
      throw failure.mismatch(
        "\(entity.name) is gone with \(count) \(count == 1 ? "row" : "rows"), and \(twin.name) with the same attributes "
          + "is new: carry the rows over in a custom migration stage, or delete them there if they are not wanted.")
    }
  }

  private func create(_ entity: EntityDescription, on connection: Connection) throws {
    guard let table = table(entity.name) else { return }
    for sql in [table.tableSQL] + table.indexSQL { try connection.execute(sql) }
    try FullTextSchema(table.hierarchy).create(on: connection)
  }

  private func remove(_ entity: EntityDescription, on connection: Connection) throws {
    try FullTextSchema(entity).drop(on: connection)
    try connection.execute("DROP TABLE \(SQL.quoted(entity.name))")
  }

  private func createJoinTables(on connection: Connection) throws {
    let new = Set(difference.relations.filter { !$0.isKept }.map(\.new.storage.table))
    for join in schema.roots.flatMap({ EntityTable($0, store: "").joinTables }) where new.contains(join.name) {
      for sql in join.creationSQL { try connection.execute(sql) }
    }
  }

  /// Refuses rows without a model at the other end of a relationship that becomes required.
  private func checkRequired(on connection: Connection) throws {
    guard !isFollowedByCode else { return }
    for relation in difference.relations where relation.becomesRequired {
      let storage = relation.new.storage
      let count = try connection.integer(
        "SELECT count(*) FROM \(SQL.quoted(storage.table)) "
          + "WHERE \(SQL.quoted(storage.target)) IS NULL\(rows(of: relation))")
      guard count > 0 else { continue }
      throw failure.mismatch(
        "\(relation.name) is no longer optional, but \(count) \(count == 1 ? "row leads" : "rows lead") to no "
          + "\(relation.new.destination): set it in a custom migration stage.")
    }
  }

  /// The condition for rows of the class that declares a relationship.
  private func rows(of relation: RelationChange) -> String {
    guard let owner = relation.new.owner, let entity = schema.entity(named: owner) else { return "" }
    return EntityTable(entity, store: "").classCondition.map { " AND \($0)" } ?? ""
  }

  private func change(_ entity: EntityDifference, on connection: Connection) throws {
    guard entity.changesStore, let table = table(entity.name), let indexes = indexes(entity) else { return }
    try checkRemovedClasses(of: entity, on: connection)
    try indexes.drop(on: connection)
    try FullTextSchema(entity.old).drop(on: connection)
    let triggers = try ForeignTriggers(of: entity.name, on: connection)
    try triggers.drop(on: connection)
    if entity.isAlteration {
      try TableAlteration(difference: entity, table: table).run(on: connection)
    } else {
      try TableRebuild(
        difference: entity, table: table, isFollowedByCode: isFollowedByCode, failure: failure,
        progress: progress
      ).run(on: connection)
    }
    try indexes.createMissing(on: connection, allowingDuplicates: isFollowedByCode, progress)
    try FullTextSchema(table.hierarchy).create(on: connection)
    try triggers.createFitting(on: connection)
  }

  /// Refuses to remove a class that has rows: only code can say what they should become.
  private func checkRemovedClasses(of entity: EntityDifference, on connection: Connection) throws {
    for name in entity.removedClasses {
      let count = try connection.integer(
        "SELECT count(*) FROM \(SQL.quoted(entity.name)) WHERE \(EntityTable.classColumn) = ?", [.text(name)])
      guard count > 0 else { continue }
      throw failure.mismatch(
        "\(name) is no longer in the schema, but there \(count == 1 ? "is 1 row" : "are \(count) rows") of it: delete "
          + "them before, or in the first part of a custom migration stage.")
    }
  }

  private func table(_ entity: String) -> EntityTable? {
    schema.entity(named: entity).map { EntityTable($0, store: "") }
  }

  private func indexes(_ entity: EntityDifference) -> TableIndexes? {
    table(entity.name).map { TableIndexes(table: $0, failure: failure) }
  }
}

/// Finds rows with a value that an enumeration of the new schema has no case for.
///
/// A removed case does not show in a type's name; without this check each fetch of such rows would fail.
private struct EnumerationCheck {
  let schema: Schema
  let failure: MigrationFailure

  func run(on connection: Connection) throws {
    for entity in schema.entities {
      for property in entity.properties.stored {
        guard let values = property.knownValues else { continue }
        try check(property, of: entity.name, values, on: connection)
      }
    }
  }

  private func check(
    _ property: ModelProperty, of entity: String, _ values: [SQLiteValue], on connection: Connection
  ) throws {
    let (column, table) = (EntityTable.column(property), SQL.quoted(entity))
    let list = values.map { _ in "?" }.joined(separator: ", ")
    // A type may accept more values than it has cases, such as those that later versions add.
    let odd = try connection.rows(
      "SELECT \(column), count(*), min(id) FROM \(table) WHERE \(column) NOT IN (\(list)) GROUP BY \(column)", values
    ) { (value: $0.value(0), count: $0.integer(1), first: $0.integer(2)) }
    .filter { (try? property.value(from: $0.value)) == nil }
    guard let first = odd.map(\.first).min() else { return }
    throw mismatch("\(entity).\(property.name)", property, count: odd.map(\.count).reduce(0, +), first: first)
  }

  private func mismatch(_ name: String, _ property: ModelProperty, count: Int64, first: Int64) -> StoreError {
    failure.mismatch(
      "\(name): \(count) \(count == 1 ? "row has" : "rows have") a value that "
        + "\(property.valueTypeName ?? "the enumeration") has no case for, the first is row \(first): keep the case, or "
        + "give the rows another one in a custom migration stage.")
  }
}
