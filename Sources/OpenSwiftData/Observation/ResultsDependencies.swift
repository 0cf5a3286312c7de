/// What a result depends on: a commit that touches nothing of it is none of its business.
struct ResultsDependencies: Sendable {
  /// The entity of the rows.
  let entity: EntityIdentity
  /// What SQL looks at to decide which rows belong to the result and where.
  private var query: QueryDependencies
  /// The entities of which anything may decide about it, because memory evaluates a part.
  private let anything: Set<EntityIdentity>

  /// Whether a row may come or go because another row of the same entity changed.
  var looksAtSiblings: Bool { query.others.contains(entity) }

  /// Whether a commit may change the result.
  func areTouched(by changes: ModelChanges) -> Bool {
    changes.isEverything || changes.runs.contains(where: areTouched)
  }

  /// Whether a run of changes may change the result.
  func areTouched(by run: ModelChanges.Run) -> Bool {
    if anything.contains(run.entity) { return true }
    return run.kind == .update ? query.concern(run.entity, run.properties) : query.concern(run.entity)
  }

  /// The same with more properties of the rows.
  func with(_ more: [ModelProperty]) -> ResultsDependencies {
    var copy = self
    for property in more { copy.query.insert(property, of: entity) }
    return copy
  }
}

extension ResultsDependencies {
  /// The dependencies of a query.
  ///
  /// - Parameter isPartial: whether a part of condition or order is evaluated in memory, where it may look at anything
  ///   that is in reach of a model.
  init(_ query: SelectQuery, isPartial: Bool, store: SQLiteStore) {
    entity = query.table.identity
    self.query = query.dependencies
    anything = isPartial ? Self.entities(inReachOf: query.table, store).union([query.table.identity]) : []
  }

  private static func entities(inReachOf table: EntityTable, _ store: SQLiteStore) -> Set<EntityIdentity> {
    var reached: Set<EntityIdentity> = []
    var waiting = [table]
    while let next = waiting.popLast() {
      let targets = next.hierarchy.members.flatMap(\.properties.own).compactMap(\.destination)
        .compactMap { try? store.table(for: $0) }
      waiting += targets.filter { reached.insert($0.identity).inserted }
    }
    return reached
  }
}
