extension SaveTransaction {
  /// A new model whose unique values a row has already: it does not become a row, it changes that one.
  struct Upsert {
    let model: any PersistentModel
    let table: EntityTable
    let key: Int64
    /// Whether the row is one of this save that has to wait for the deletion of another.
    let isLate: Bool
  }

  /// A unique constraint of a class.
  struct UniqueLookUp: Hashable {
    let table: ObjectIdentifier
    let constraint: Int
  }

  /// Where a new model goes.
  enum Destination {
    /// It becomes a row.
    case newRow
    /// It becomes a row once the one that has its unique values is deleted.
    case newRowAfterDeletion
    /// It changes the row of a key.
    case row(Int64)
  }

  /// Decides whether a new model becomes a row.
  ///
  /// - Parameters:
  ///   - all: the model's unique values.
  ///   - written: the rows that this save writes, by their unique values.
  mutating func destination(of all: [UniqueValues], _ table: EntityTable, _ written: UniqueRows) throws -> Destination {
    var destination = Destination.newRow
    for values in all {
      if let row = written.rows[values] {
        guard row.table === table else { throw SwiftDataError.uniqueValueOfOtherClass(table.properties.entityName) }
        return .row(row.key)
      }
      guard let key = try storedKey(of: values, table), !written.leaves(key, values) else { continue }
      guard written.isDeleted(key, table) else { return .row(try check(key, is: table)) }
      destination = .newRowAfterDeletion
    }
    return destination
  }

  /// No row changes its class.
  ///
  /// - Throws: `SwiftDataError` if the row that a new model would change is of another class than the model.
  private func check(_ key: Int64, is table: EntityTable) throws -> Int64 {
    guard let condition = table.exactClassCondition else { return key }
    let count = try connection.integer(
      "SELECT count(*) FROM \(table.name) WHERE \(EntityTable.keyColumn) = ? AND \(condition)", [.integer(key)])
    guard count == 1 else { throw SwiftDataError.uniqueValueOfOtherClass(table.properties.entityName) }
    return key
  }

  private mutating func storedKey(of values: UniqueValues, _ table: EntityTable) throws -> Int64? {
    guard case .integer(let key) = try connection.value(lookUp(values, table), values.values) else { return nil }
    return key
  }

  /// The statement that finds the row with some values; the same for all models of a class.
  private mutating func lookUp(_ values: UniqueValues, _ table: EntityTable) throws -> String {
    let place = UniqueLookUp(table: ObjectIdentifier(table), constraint: values.constraint)
    if let sql = uniqueLookUps[place] { return sql }
    let columns = table.properties.uniqueColumns[values.constraint].map { EntityTable.column($0.column) }
    let origin = try context.store.table(for: values.origin).classCondition
    let condition = (columns.map { "\($0) = ?" } + [origin].compactMap(\.self)).joined(separator: " AND ")
    let sql = "SELECT \(EntityTable.keyColumn) FROM \(table.name) WHERE \(condition)"
    uniqueLookUps[place] = sql
    return sql
  }

  /// Lets the rows that get other unique values let go of their old ones, so that rows can exchange them.
  func releaseUniqueValues(of updates: [Update]) throws {
    for update in updates {
      guard case .write(let properties) = update.resolution else { continue }
      let slots = Set(properties.map(\.slot)).filter(update.model._$record.dirty.contains)
      let columns = update.table.properties.uniqueColumns.joined()
        .filter { slots.contains($0.property.slot) && !($0.property is RelationshipProperty) }
      guard !columns.isEmpty else { continue }
      // Something that no model could hold, for the moment until the row gets its new values.
      let assignments = Set(columns.map { "\(EntityTable.column($0.column)) = randomblob(16)" }).sorted()
      try connection.run(
        "UPDATE \(update.table.name) SET \(assignments.joined(separator: ", ")) WHERE \(EntityTable.keyColumn) = ?",
        [.integer(update.model._$record.key)])
    }
  }

  /// Changes the rows that have the unique values of new models.
  ///
  /// The attributes become those of the new model. Its relationships are added to those of the row; where it leads to
  /// nothing, the row's stay.
  mutating func writeUpserts(afterDeletions: Bool = false) throws {
    for upsert in upserts where upsert.isLate == afterDeletions {
      let written = upsert.table.properties.stored.filter { leadsSomewhere($0, upsert.model) }
      try announceFormerOwners(of: upsert)
      try upsert.table.update(upsert.model, written, key: upsert.key, on: connection)
      try writePlaces(of: upsert)
      let lists = upsert.table.properties.relationships.filter(\.isToMany)
      let names = (written + lists).map(\.storedName)
      changes.append(.update, upsert.table.identity, upsert.key, properties: names)
      consequences.append(.update, upsert.table.identity, upsert.key, properties: names)
      try announceOwners(of: upsert.model, upsert.table)
      for relation in upsert.table.relations { limitedLists.note(relation, of: upsert.key) }
    }
  }

  private func leadsSomewhere(_ property: ModelProperty, _ model: any PersistentModel) -> Bool {
    guard let relationship = property as? RelationshipProperty else { return true }
    return !model._$record.relation(relationship).keys.isEmpty
  }

  /// Announces the lists that the row leaves.
  private mutating func announceFormerOwners(of upsert: Upsert) throws {
    for relation in upsert.table.positions where leadsSomewhere(relation.property, upsert.model) {
      let owner = try connection.integer(
        "SELECT \(EntityTable.column(relation.property)) FROM \(upsert.table.name) WHERE \(EntityTable.keyColumn) = ?",
        [.integer(upsert.key)])
      guard owner > 0, let inverse = relation.inverse,
        let entity = context.store.identity(of: relation.property.target)
      else { continue }
      announceList(relation, of: owner)
      consequences.append(.update, entity, owner, properties: [inverse.storedName])
    }
  }

  private func writePlaces(of upsert: Upsert) throws {
    for relation in upsert.table.positions {
      guard let place = places.place(of: upsert.model, relation) else { continue }
      let column = EntityTable.positionColumn(relation.property)
      try connection.run(
        "UPDATE \(upsert.table.name) SET \(column) = ? WHERE \(EntityTable.keyColumn) = ?",
        [.integer(place), .integer(upsert.key)])
    }
  }
}
