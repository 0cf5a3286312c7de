extension SaveTransaction {
  /// What becomes of the row of a changed model.
  enum Resolution {
    /// These properties are written.
    case write([ModelProperty])
    /// The row is gone and comes back.
    case insert
    /// The row is gone and the model with it.
    case accept
  }

  /// Refuses the save if both sides changed the same and the context wants nobody to win.
  func refuseConflicts() throws {
    guard context.mergePolicy == .error else { return }
    var rows: [MergeConflict.Row] = []
    for model in context.changed.all {
      let conflict = try conflict(of: model, table(of: model))
      guard conflict.isRowGone || !conflict.properties.isEmpty else { continue }
      rows.append(
        MergeConflict.Row(identifier: model.persistentModelID, propertyNames: conflict.properties.map(\.name)))
    }
    if !rows.isEmpty { throw MergeConflict(rows: rows) }
  }

  /// Decides what is written of a changed model.
  func resolution(of model: any PersistentModel, _ table: EntityTable) throws -> Resolution {
    let changed = table.changedProperties(of: model)
    switch context.mergePolicy {
    case .byProperty, .error:
      return .write(changed)
    case .objectWins:
      return try conflict(of: model, table).isRowGone ? .insert : .write(table.properties.stored)
    case .storeWins:
      let conflict = try conflict(of: model, table)
      let slots = Set(conflict.properties.map(\.slot))
      return conflict.isRowGone ? .accept : .write(changed.filter { !slots.contains($0.slot) })
    }
  }

  /// What both sides changed.
  private func conflict(
    of model: any PersistentModel, _ table: EntityTable
  ) throws -> (isRowGone: Bool, properties: [ModelProperty]) {
    let statement = try connection.statement(table.selectByKeySQL)
    defer { statement.reset() }
    try statement.bind(model._$record.key, at: 1)
    guard try statement.step() else { return (true, []) }
    var properties: [ModelProperty] = []
    for place in table.everything.properties {
      let reader = ColumnReader(statement: statement, column: place.column)
      if try isInConflict(place.property, of: model, stored: reader) { properties.append(place.property) }
    }
    return (false, properties)
  }

  private func isInConflict(
    _ property: ModelProperty, of model: any PersistentModel, stored: borrowing ColumnReader
  ) throws -> Bool {
    let record = model._$record
    guard record.dirty.contains(property.slot) else { return false }
    let stored = try property.encodedValue(in: stored)
    // Both may have had the same idea.
    guard try stored != property.sqliteValue(of: model) else { return false }
    // Of what could not be read before it was changed nobody knows what it was.
    return record.overtaken.contains(property.slot) || record.originals[property.slot].map { $0 != stored } ?? false
  }
}
