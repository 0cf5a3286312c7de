/// The properties that a query depends on, by entity; changes of others don't affect its result.
struct QueryDependencies: Sendable {
  private(set) var properties: [EntityIdentity: Set<String>] = [:]
  /// The entities read besides the fetched row.
  private(set) var others: Set<EntityIdentity> = []
  /// The ways from the fetched row to these other rows, by the names of their relationships.
  private(set) var paths: [[String]: [Relation]] = [:]
  /// Whether rows are read of which it isn't known how the fetched row leads to them.
  private(set) var hasUnknownPaths = false

  func contains(_ entity: EntityIdentity) -> Bool { properties[entity] != nil }

  func contains(_ names: [String], of entity: EntityIdentity) -> Bool {
    properties[entity].map { !$0.isDisjoint(with: names) } ?? false
  }

  /// Notes that the query reads the rows at the other end of a relationship.
  mutating func insertOther(_ entity: EntityIdentity) { others.insert(entity) }

  /// Notes the relationships from the fetched row to others; nil if they are not known.
  mutating func insert(_ path: [Relation]?) {
    if let path { paths[path.map(\.fullName)] = path } else { hasUnknownPaths = true }
  }

  /// Notes a property the query depends on; nil for the rows themselves.
  mutating func insert(_ property: ModelProperty?, of entity: EntityIdentity) {
    properties[entity, default: []].formUnion(property.map { [$0.storedName] } ?? [])
  }
}

extension QueryDependencies {
  mutating func formUnion(_ more: QueryDependencies) {
    properties.merge(more.properties) { $0.union($1) }
    others.formUnion(more.others)
    paths.merge(more.paths) { $1 }
    hasUnknownPaths = hasUnknownPaths || more.hasUnknownPaths
  }
}

/// What a result depends on; a commit that changes none of it doesn't affect the result.
struct ResultsDependencies: Sendable {
  let entity: EntityIdentity
  /// The properties that decide in SQL which rows belong to the result, and their order.
  private var query: QueryDependencies
  /// The entities of which any change may affect the result, because a part is evaluated in memory.
  private let unlimited: Set<EntityIdentity>
  /// Whether a part that is evaluated in memory may read other rows of the entity.
  private let reachesItself: Bool

  func areAffected(by changes: ModelChanges) -> Bool {
    changes.isEverything || changes.runs.contains(where: areAffected)
  }

  func areAffected(by run: ModelChanges.Run) -> Bool {
    if unlimited.contains(run.entity) { return true }
    return run.kind == .update ? query.contains(run.properties, of: run.entity) : query.contains(run.entity)
  }

  /// Adds the rows of another entity, of which only their coming and going matters.
  func with(_ entity: EntityIdentity) -> ResultsDependencies {
    var copy = self
    copy.query.insert(nil, of: entity)
    return copy
  }

  /// Adds properties of the rows.
  func with(_ more: [ModelProperty]) -> ResultsDependencies {
    var copy = self
    for property in more { copy.query.insert(property, of: entity) }
    return copy
  }
}

extension ResultsDependencies {
  /// - Parameter isPartial: whether a part of the condition or order is evaluated in memory, which may then depend on
  ///   anything reachable from a model.
  init(_ query: SelectQuery, isPartial: Bool, store: SQLiteStore) {
    entity = query.table.identity
    self.query = query.dependencies
    let reached = isPartial ? Self.entities(reachableFrom: query.table, store) : []
    reachesItself = reached.contains(query.table.identity)
    unlimited = isPartial ? reached.union([query.table.identity]) : []
  }

  private static func entities(reachableFrom table: EntityTable, _ store: SQLiteStore) -> Set<EntityIdentity> {
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

/// The rows of a result's entity that changes may add to the result, take from it or move.
struct AffectedRows {
  /// Up to how many affected rows are looked up one by one; to read all rows is faster then.
  static func limit(ofAll count: Int) -> Int { max(1024, count / 4) }

  /// The changes of these rows themselves.
  let runs: [ModelChanges.Run]
  /// All of their keys, ascending and merged.
  let keys: [ClosedRange<Int64>]
}

extension ResultsDependencies {
  /// The rows that changes affect; nil if they can't be told, or are more than a limit.
  ///
  /// A changed row also affects those that lead to it along relationships. Which ones did before one was cut is not known
  /// any more, but then the change names both of its ends.
  func affectedRows(
    by changes: ModelChanges, atMost limit: Int, on connection: Connection
  ) throws -> AffectedRows? {
    guard !changes.isEverything else { return nil }
    let relevant = changes.runs.filter(areAffected)
    guard relevant.allSatisfy({ $0.entity == entity || query.others.contains($0.entity) }),
      relevant.isEmpty || !reachesItself
    else { return nil }
    let own = relevant.filter { $0.entity == entity }
    var keys = own.map(\.keys)
    for run in relevant where query.others.contains(run.entity) {
      guard unlimited.isEmpty, !query.hasUnknownPaths, run.keys.count <= limit else { return nil }
      for path in query.paths.values where path.last?.destination.tableName == run.entity.names.entity {
        if isMembershipAlone(run, at: path) { continue }
        guard let rows = try rows(leadingTo: run.keys, along: path, atMost: limit, on: connection) else { return nil }
        keys += rows
      }
    }
    let merged = KeyRanges.merged(keys)
    return KeyRanges.count(merged) <= limit ? AffectedRows(runs: own, keys: merged) : nil
  }

  /// Whether an update only says that rows came to the other end of a path's last relationship or left it: these rows are
  /// named too, and what the others see there is the same.
  private func isMembershipAlone(_ run: ModelChanges.Run, at path: [Relation]) -> Bool {
    guard run.kind == .update, let inverse = path.last?.inverse else { return false }
    let relevant = run.properties.filter { query.contains([$0], of: run.entity) }
    guard relevant.allSatisfy({ $0 == inverse.storedName }) else { return false }
    // A condition may look back along the inverse, at all rows that are there.
    let names = path.map(\.fullName)
    return !query.paths.values.contains {
      $0.count == path.count + 1 && $0.last?.property === inverse && $0.dropLast().map(\.fullName) == names
    }
  }

  /// The rows from which relationships lead to some other rows, step by step; nil if they are more than a limit.
  private func rows(
    leadingTo keys: ClosedRange<Int64>, along path: [Relation], atMost limit: Int, on connection: Connection
  ) throws -> [ClosedRange<Int64>]? {
    var rows = [keys]
    for relation in path.reversed() {
      let owners = try rows.flatMap { try relation.owners(leadingTo: $0, atMost: limit + 1, on: connection) }
      guard owners.count <= limit else { return nil }
      rows = KeyRanges.merged(owners.map { $0...$0 })
    }
    return rows
  }
}
