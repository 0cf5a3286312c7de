extension SaveTransaction {
  /// Writes the pairs of relationships that have a table of their own.
  mutating func writeLinks(of models: [any PersistentModel]) throws {
    for model in models where !accepted.contains(ObjectIdentifier(model)) {
      for relation in try table(of: model).relations where isWritten(relation, of: model) {
        guard case .joinTable(let join) = relation.storage else { continue }
        try writeLinks(LinkWriter(relation, join, context, connection), of: model)
      }
    }
  }

  private mutating func writeLinks(_ writer: LinkWriter, of model: any PersistentModel) throws {
    let record = model._$record
    let owner = record.key > 0 ? record.key : record.keyInSave
    let old = record.originalLists[writer.relation.slot] ?? []
    // A new model that was deleted again before this save leaves its key behind in lists that it does not know of.
    let new = record.relation(writer.relation.property).keys.filter { writer.stored($0) != nil }
    let (before, after) = (Set(old), Set(new))
    for target in old where !after.contains(target) {
      try writer.remove(owner, target)
      announceList(writer.relation, of: target)
    }
    for target in new where !before.contains(target) {
      try writer.add(owner, target)
      announceList(writer.relation, of: target)
    }
    try writer.order(owner, from: old, to: new)
  }
}

/// Writes the pairs of one relationship, as one of its ends sees them.
private struct LinkWriter {
  let relation: Relation
  private let join: JoinTable
  private let name: String
  private let context: ModelContext
  private let connection: Connection

  init(_ relation: Relation, _ join: JoinTable, _ context: ModelContext, _ connection: Connection) {
    self.relation = relation
    self.join = join
    self.context = context
    self.connection = connection
    name = EntityTable.quoted(join.name)
  }

  /// The key that a target has in the store, nil for one that gets none.
  func stored(_ target: Int64) -> Int64? {
    target > 0 ? target : context.keyInSave(of: target, relation.property.target)
  }

  func add(_ owner: Int64, _ target: Int64) throws {
    guard let target = stored(target) else { return }
    try insert(owner, target)
    if relation.isSymmetric { try insert(target, owner) }
  }

  func remove(_ owner: Int64, _ target: Int64) throws {
    try delete(owner, target)
    if relation.isSymmetric { try delete(target, owner) }
  }

  /// Gives the members their places.
  func order(_ owner: Int64, from old: [Int64], to new: [Int64]) throws {
    switch ListOrder(from: old, to: new) {
    case .appended(let added):
      let start = try lastPlace(join.ownerColumn, owner, join.positionColumn, excluding: added.compactMap(stored))
      for (offset, target) in added.compactMap(stored).enumerated() {
        try place(owner, target, start + 1 + Int64(offset))
      }
    case .rearranged:
      for (offset, target) in new.compactMap(stored).enumerated() { try place(owner, target, 1 + Int64(offset)) }
    }
  }

  /// The pair may be there already: its other end was written first.
  private func insert(_ owner: Int64, _ target: Int64) throws {
    let last = try lastPlace(join.ownerColumn, owner, join.positionColumn)
    var columns = [join.ownerColumn, join.targetColumn, join.positionColumn]
    var values: [SQLiteValue] = [.integer(owner), .integer(target), .integer(last + 1)]
    if let inversePosition = join.inversePositionColumn {
      columns.append(inversePosition)
      values.append(.integer(try lastPlace(join.targetColumn, target, inversePosition) + 1))
    }
    let parameters = values.map { _ in "?" }.joined(separator: ", ")
    try connection.run(
      "INSERT OR IGNORE INTO \(name)(\(columns.joined(separator: ", "))) VALUES(\(parameters))", values)
  }

  private func delete(_ owner: Int64, _ target: Int64) throws {
    try connection.run(
      "DELETE FROM \(name) WHERE \(join.ownerColumn) = ? AND \(join.targetColumn) = ?",
      [.integer(owner), .integer(target)])
  }

  private func place(_ owner: Int64, _ target: Int64, _ place: Int64) throws {
    try connection.run(
      "UPDATE \(name) SET \(join.positionColumn) = ? WHERE \(join.ownerColumn) = ? AND \(join.targetColumn) = ?",
      [.integer(place), .integer(owner), .integer(target)])
  }

  private func lastPlace(
    _ column: String, _ key: Int64, _ position: String, excluding others: [Int64] = []
  ) throws -> Int64 {
    let other = column == join.ownerColumn ? join.targetColumn : join.ownerColumn
    return try connection.integer(
      """
      SELECT max(\(position)) FROM \(name) WHERE \(column) = ?1 \
      AND \(other) NOT IN (SELECT value FROM json_each(?2))
      """, [.integer(key), .text(SQLiteValue.jsonList(others))])
  }
}
