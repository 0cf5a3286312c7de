/// What a result depends on: a commit that touches nothing of it is none of its business.
struct ResultsDependencies: Sendable {
  /// The entity of the rows.
  let entity: EntityIdentity
  /// The properties that decide which rows belong to the result and where; nil for all of them.
  let properties: Set<String>?
  /// Other entities whose rows decide about it too.
  let related: Set<EntityIdentity>

  /// Whether a commit may change the result.
  func areTouched(by changes: ModelChanges) -> Bool {
    changes.isEverything || changes.runs.contains(where: areTouched)
  }

  /// Whether a run of changes may change the result.
  func areTouched(by run: ModelChanges.Run) -> Bool {
    if related.contains(run.entity) { return true }
    guard run.entity == entity else { return false }
    guard run.kind == .update, let properties else { return true }
    return !properties.isDisjoint(with: run.properties)
  }

  /// The same with more properties.
  func with(_ more: [String]) -> ResultsDependencies {
    ResultsDependencies(entity: entity, properties: properties?.union(more), related: related)
  }
}

extension ResultsDependencies {
  /// The dependencies of a query.
  ///
  /// - Parameter isPartial: whether a part of condition or order is evaluated in memory, where it may look at anything
  ///   that is in reach of a model.
  init(_ query: SelectQuery, isPartial: Bool, store: SQLiteStore) {
    entity = query.table.identity
    properties = isPartial ? nil : query.dependencies
    related = isPartial ? Self.entities(inReachOf: query.table, store) : []
  }

  private static func entities(inReachOf table: EntityTable, _ store: SQLiteStore) -> Set<EntityIdentity> {
    var reached: Set<EntityIdentity> = []
    var waiting = [table]
    while let next = waiting.popLast() {
      let targets = next.properties.all.compactMap(\.destination).compactMap { try? store.table(for: $0) }
      waiting += targets.filter { reached.insert($0.identity).inserted }
    }
    return reached.subtracting([table.identity])
  }
}
