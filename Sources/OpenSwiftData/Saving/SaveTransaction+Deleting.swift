extension SaveTransaction {
  /// Deletes the rows and follows the delete rules for whatever else refers to them now: other contexts and processes
  /// may have added to it since the models were marked.
  mutating func writeDeletions() throws {
    let marked = try context.deleted.all.map { DoomedRow(table: try table(of: $0), key: $0._$record.key) }
    guard !marked.isEmpty else { return }
    let doomed = try cascade(from: marked)
    let keys = Set(doomed)
    for row in doomed { try refuseDenied(row, keys) }
    for row in doomed { try letGo(of: row, keys) }
    for (index, row) in doomed.enumerated() {
      try context.store.history.preserveValues(of: row.key, in: row.table, on: connection)
      try connection.run(row.table.deleteSQL, [.integer(row.key)])
      changes.append(.delete, row.table.identity, row.key)
      if index >= marked.count { consequences.append(.delete, row.table.identity, row.key) }
    }
  }

  /// The rows that are to be deleted: the marked ones first, then those that they take along.
  private func cascade(from marked: [DoomedRow]) throws -> [DoomedRow] {
    var doomed = marked
    var seen = Set(marked)
    var index = 0
    while index < doomed.count {
      let row = doomed[index]
      index += 1
      for relation in row.table.relations where relation.deleteRule == .cascade {
        let destination = try context.store.table(for: relation.property.target)
        for key in try relation.storedTargets(of: row.key, on: connection) {
          let target = DoomedRow(table: destination, key: key)
          if seen.insert(target).inserted { doomed.append(target) }
        }
      }
    }
    return doomed
  }

  private func refuseDenied(_ row: DoomedRow, _ doomed: Set<DoomedRow>) throws {
    for relation in row.table.relations where relation.deleteRule == .deny {
      let destination = try context.store.table(for: relation.property.target)
      let remaining = try relation.storedTargets(of: row.key, on: connection)
        .filter { !doomed.contains(DoomedRow(table: destination, key: $0)) }
      guard remaining.isEmpty else {
        throw SwiftDataError.deletionDenied(
          PersistentIdentifier(entity: row.table.identity, key: row.key), by: relation.property.name)
      }
    }
  }

  /// Removes every reference to a row that goes away.
  private mutating func letGo(of row: DoomedRow, _ doomed: Set<DoomedRow>) throws {
    for relation in row.table.relations {
      switch relation.storage {
      case .foreignKey:
        try letGoOfTarget(relation, of: row, doomed)
      case .inverseForeignKey:
        guard relation.deleteRule != .noAction, let inverse = relation.inverse else { continue }
        try clear(inverse, in: try context.store.table(for: relation.property.target), leadingTo: row, doomed)
      case .joinTable(let join):
        try removeLinks(join, relation, of: row.key)
      }
    }
    for relation in row.table.incoming {
      switch relation.storage {
      case .joinTable(let join): try removeIncomingLinks(join, relation, to: row.key)
      default:
        try clear(relation.property, in: try context.store.table(for: relation.owner.modelType), leadingTo: row, doomed)
      }
    }
  }

  /// The model at the other end had this one in its list, or as its partner.
  private mutating func letGoOfTarget(_ relation: Relation, of row: DoomedRow, _ doomed: Set<DoomedRow>) throws {
    guard let inverse = relation.inverse else { return }
    if inverse.isToMany {
      for owner in try relation.storedTargets(of: row.key, on: connection) { announceList(relation, of: owner) }
    } else if relation.deleteRule != .noAction {
      try clear(inverse, in: try context.store.table(for: relation.property.target), leadingTo: row, doomed)
    }
  }

  /// Empties a column in the rows that lead to the one that goes away.
  private mutating func clear(
    _ property: RelationshipProperty, in table: EntityTable, leadingTo row: DoomedRow, _ doomed: Set<DoomedRow>
  ) throws {
    let column = EntityTable.column(property)
    let rows = try connection.integers(
      "SELECT \(EntityTable.keyColumn) FROM \(table.name) WHERE \(column) = ?", [.integer(row.key)]
    ).filter { !doomed.contains(DoomedRow(table: table, key: $0)) }
    guard !rows.isEmpty else { return }
    guard property.allowsNone else {
      throw SwiftDataError.missingValue("\(table.properties.entityName).\(property.name)")
    }
    try connection.run("UPDATE \(table.name) SET \(column) = NULL WHERE \(column) = ?", [.integer(row.key)])
    for key in rows {
      changes.append(.update, table.identity, key, properties: [property.name])
      consequences.append(.update, table.identity, key, properties: [property.name])
    }
  }

  private mutating func removeLinks(_ join: JoinTable, _ relation: Relation, of key: Int64) throws {
    for target in try relation.storedTargets(of: key, on: connection) { announceList(relation, of: target) }
    let name = EntityTable.quoted(join.name)
    try connection.run("DELETE FROM \(name) WHERE \(join.ownerColumn) = ?", [.integer(key)])
    if relation.isSymmetric {
      try connection.run("DELETE FROM \(name) WHERE \(join.targetColumn) = ?", [.integer(key)])
    }
  }

  private mutating func removeIncomingLinks(_ join: JoinTable, _ relation: Relation, to key: Int64) throws {
    let name = EntityTable.quoted(join.name)
    let owners = try connection.integers("SELECT owner FROM \(name) WHERE target = ?", [.integer(key)])
    guard !owners.isEmpty, let entity = context.store.identity(of: relation.owner.modelType) else { return }
    try connection.run("DELETE FROM \(name) WHERE target = ?", [.integer(key)])
    for owner in owners {
      changes.append(.update, entity, owner, properties: [relation.property.name])
      consequences.append(.update, entity, owner, properties: [relation.property.name])
    }
  }
}

/// A row that a save deletes.
private struct DoomedRow: Hashable {
  let table: EntityTable
  let key: Int64

  static func == (left: DoomedRow, right: DoomedRow) -> Bool {
    left.key == right.key && left.table.identity == right.table.identity
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(table.identity)
    hasher.combine(key)
  }
}

extension Relation {
  /// The keys at the other end, as the store has them now.
  fileprivate func storedTargets(of key: Int64, on connection: Connection) throws -> [Int64] {
    guard case .foreignKey = storage else { return try lists(of: [key], on: connection)[key] ?? [] }
    return try connection.integers(
      """
      SELECT \(EntityTable.column(property)) FROM \(EntityTable.quoted(owner.entityName)) \
      WHERE \(EntityTable.keyColumn) = ? AND \(EntityTable.column(property)) IS NOT NULL
      """, [.integer(key)])
  }
}
