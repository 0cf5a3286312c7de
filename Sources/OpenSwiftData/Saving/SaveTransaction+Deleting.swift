extension SaveTransaction {
  /// Deletes the rows and follows the delete rules for whatever else refers to them now: other contexts and processes
  /// may have added to it since the models were marked.
  mutating func writeDeletions() throws {
    var doomed = DoomedRows()
    for model in context.deleted.all {
      doomed.insert([model._$record.key], context.store.root(of: try table(of: model)))
    }
    let marked = doomed
    for (table, keys) in context.batchDeletions.all {
      // Others may have deleted some meanwhile.
      doomed.insert(try table.existing(keys, on: connection), table)
    }
    guard !doomed.isEmpty else { return }
    try cascade(&doomed)
    for (table, keys) in doomed.byTable { try refuseDenied(table, keys, doomed) }
    for (table, keys) in doomed.byTable { try letGo(of: keys, table, doomed) }
    for (table, keys) in doomed.byTable { try delete(keys, table, marked) }
  }

  private mutating func delete(_ keys: [Int64], _ table: EntityTable, _ marked: DoomedRows) throws {
    let list = SQLiteValue.text(SQLiteValue.jsonList(keys))
    let condition = SQLText(
      sql: "\(EntityTable.keyColumn) IN (SELECT value FROM json_each(?))", arguments: [list])
    try context.store.history.preserveValues(
      matching: condition, in: table, to: context.exclusive?.historyTransaction, on: connection)
    try connection.run("DELETE FROM \(table.name) WHERE \(condition.sql)", condition.arguments)
    for key in keys.sorted() {
      changes.append(.delete, table.identity, key)
      if !marked.contains(key, table) { consequences.append(.delete, table.identity, key) }
    }
  }

  /// Adds the rows that others take along.
  private func cascade(_ doomed: inout DoomedRows) throws {
    var wave = doomed.byTable
    while !wave.isEmpty {
      var next = DoomedRows()
      for (table, keys) in wave {
        for relation in table.hierarchy.relations where relation.deleteRule == .cascade {
          let destination = context.store.root(of: try context.store.table(for: relation.property.target))
          let targets = try relation.lists(of: keys, on: connection).values.joined()
          next.insert(doomed.insert(Array(targets), destination), destination)
        }
      }
      wave = next.byTable
    }
  }

  private func refuseDenied(_ table: EntityTable, _ keys: [Int64], _ doomed: DoomedRows) throws {
    for relation in table.hierarchy.relations where relation.deleteRule == .deny {
      let destination = try context.store.table(for: relation.property.target)
      for (key, targets) in try relation.lists(of: keys, on: connection)
      where targets.contains(where: { !doomed.contains($0, destination) }) {
        throw SwiftDataError.deletionDenied(
          PersistentIdentifier(entity: table.identity, key: key), by: relation.property.name)
      }
    }
  }

  /// Removes every reference to rows that go away.
  mutating func letGo(of keys: [Int64], _ table: EntityTable, _ doomed: DoomedRows) throws {
    for relation in table.hierarchy.relations {
      switch relation.storage {
      case .foreignKey:
        try letGoOfTargets(relation, of: keys, doomed)
      case .inverseForeignKey(let inverse):
        guard relation.deleteRule != .noAction else { continue }
        try clear(inverse, in: try context.store.table(for: relation.property.target), leadingTo: keys, doomed)
      case .joinTable(let join):
        try removeLinks(join, relation, of: keys)
      }
    }
    for relation in table.hierarchy.incoming {
      switch relation.storage {
      case .joinTable(let join):
        try removeIncomingLinks(join, relation, to: keys)
      default:
        try clear(
          relation.property, in: try context.store.table(for: relation.owner.modelType), leadingTo: keys, doomed)
      }
    }
  }

  /// The models at the other ends had these in their lists, or as their partners.
  private mutating func letGoOfTargets(_ relation: Relation, of keys: [Int64], _ doomed: DoomedRows) throws {
    guard let inverse = relation.inverse else { return }
    if inverse.isToMany {
      let owners = try relation.lists(of: keys, on: connection).values.joined()
      for owner in Set(owners).sorted() { announceLoss(relation, of: owner) }
    } else if relation.deleteRule != .noAction {
      try clear(inverse, in: try context.store.table(for: relation.property.target), leadingTo: keys, doomed)
    }
  }

  /// Empties a column in the rows that lead to those that go away.
  private mutating func clear(
    _ property: RelationshipProperty, in table: EntityTable, leadingTo keys: [Int64], _ doomed: DoomedRows
  ) throws {
    let column = EntityTable.column(property)
    let list = SQLiteValue.text(SQLiteValue.jsonList(keys))
    let condition = "\(column) IN (SELECT value FROM json_each(?))"
    let rows = try connection.integers(
      "SELECT \(EntityTable.keyColumn) FROM \(table.name) WHERE \(condition)", [list]
    ).filter { !doomed.contains($0, table) }
    guard !rows.isEmpty else { return }
    guard property.allowsNone else {
      throw SwiftDataError.missingTarget("\(table.properties.entityName).\(property.name)")
    }
    try connection.run("UPDATE \(table.name) SET \(column) = NULL WHERE \(condition)", [list])
    for key in rows.sorted() { noteConsequence(for: key, table.identity, property) }
  }

  private mutating func removeLinks(_ join: JoinTable, _ relation: Relation, of keys: [Int64]) throws {
    let targets = try relation.lists(of: keys, on: connection).values.joined()
    for target in Set(targets).sorted() { announceLoss(relation, of: target) }
    try removeLinks(join, where: join.ownerColumn, keys)
    if relation.isSymmetric { try removeLinks(join, where: join.targetColumn, keys) }
  }

  private mutating func removeIncomingLinks(_ join: JoinTable, _ relation: Relation, to keys: [Int64]) throws {
    let owners = try connection.integers(
      """
      SELECT DISTINCT owner FROM \(EntityTable.quoted(join.name)) WHERE target IN (SELECT value FROM json_each(?)) \
      ORDER BY owner
      """, [.text(SQLiteValue.jsonList(keys))])
    guard !owners.isEmpty, let entity = context.store.identity(of: relation.owner.modelType) else { return }
    try removeLinks(join, where: "target", keys)
    for owner in owners {
      noteConsequence(for: owner, entity, relation.property)
      limitedLists.note(relation, of: owner)
    }
  }

  private func removeLinks(_ join: JoinTable, where column: String, _ keys: [Int64]) throws {
    try connection.run(
      "DELETE FROM \(EntityTable.quoted(join.name)) WHERE \(column) IN (SELECT value FROM json_each(?))",
      [.text(SQLiteValue.jsonList(keys))])
  }

  /// Announces that the list at the other end of a relationship lost rows.
  ///
  /// What was deleted by a predicate did not leave the lists in memory.
  private mutating func announceLoss(_ relation: Relation, of owner: Int64) {
    announceList(relation, of: owner)
    guard context.batchDeletions.wereMade, let inverse = relation.inverse,
      let entity = context.store.identity(of: relation.property.target)
    else { return }
    consequences.append(.update, entity, owner, properties: [inverse.storedName])
  }

  private mutating func noteConsequence(for key: Int64, _ entity: EntityIdentity, _ property: RelationshipProperty) {
    changes.append(.update, entity, key, properties: [property.storedName])
    consequences.append(.update, entity, key, properties: [property.storedName])
  }
}
