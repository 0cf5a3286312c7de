/// The stores of a container with several configurations: each entity is in one of them.
///
/// A save begins one transaction for each store of the library, in the order of the configurations. When all of them
/// have written their rows, custom stores save; then the transactions are committed, the last one first. So any failure
/// before the first commit leaves every store unchanged. What was written stays if a custom store fails after another
/// one has saved, or a disk between two commits: there is no transaction over several files.
final class StoreFederation: StoreBackend {
  struct Member: Sendable {
    let name: String
    let backend: any StoreBackend
  }

  let schema: Schema
  let identifier: String
  private let members: [Member]
  private let membersByEntity: [String: Member]

  /// - Throws: `SwiftDataError.loadIssueModelContainer` for an entity that is in none of the stores, or in two.
  init(_ schema: Schema, _ members: [Member]) throws {
    self.schema = schema
    self.members = members
    identifier = members.map(\.backend.identifier).joined(separator: "+")
    var membersByEntity: [String: Member] = [:]
    for member in members {
      for entity in member.backend.schema.entities {
        if let other = membersByEntity[entity.name] {
          throw SwiftDataError.entityInTwoConfigurations(entity.name, other.name, member.name)
        }
        membersByEntity[entity.name] = member
      }
    }
    if let missing = schema.entities.first(where: { membersByEntity[$0.name] == nil }) {
      throw SwiftDataError.entityInNoConfiguration(missing.name)
    }
    self.membersByEntity = membersByEntity
  }

  var identifiersByName: [String: String] {
    Dictionary(members.map { ($0.name, $0.backend.identifier) }, uniquingKeysWith: { first, _ in first })
  }

  func identifier(ofEntity name: String) -> String { membersByEntity[name]?.backend.identifier ?? identifier }

  func fetch<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, for state: EditingState
  ) throws -> FetchedSnapshots { try backend(of: Model.self).fetch(descriptor, for: state) }

  func fetchCount<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>, for state: EditingState
  ) throws -> Int? { try backend(of: Model.self).fetchCount(descriptor, for: state) }

  var sqliteStores: [SQLiteStore] { members.flatMap(\.backend.sqliteStores) }
  var historyStores: [HistoryStore] { members.flatMap(\.backend.historyStores) }

  func current(_ identifiers: [PersistentIdentifier]) throws -> CurrentSnapshots {
    try members.reduce(into: CurrentSnapshots()) { all, member in
      let own = identifiers.filter { identifier(ofEntity: $0.entityName) == member.backend.identifier }
      guard !own.isEmpty else { return }
      let current = try member.backend.current(own)
      all.found += current.found
      all.gone += current.gone
    }
  }

  func erase() throws { for member in members { try member.backend.erase() } }
  func begin(_ state: EditingState) { for member in members { member.backend.begin(state) } }
  func end(_ state: EditingState) { for member in members { member.backend.end(state) } }

  private func backend(of type: any PersistentModel.Type) throws -> any StoreBackend {
    guard let member = membersByEntity[Schema.entityName(for: type)] else { throw SwiftDataError.unknownSchema(type) }
    return member.backend
  }

  func save(_ changes: SnapshotChanges, beforeCommit: () throws -> Void) throws -> SavedSnapshots {
    let ordered = members.filter(\.backend.isTransactional) + members.filter { !$0.backend.isTransactional }
    return try save(changes, to: ordered[...], beforeCommit)
  }

  /// Saves to the first store, and to the others before it commits.
  private func save(
    _ changes: SnapshotChanges, to members: ArraySlice<Member>, _ beforeCommit: () throws -> Void
  ) throws -> SavedSnapshots {
    guard let member = members.first else {
      try beforeCommit()
      return SavedSnapshots(identifiers: [:], rewritten: [])
    }
    let own = changes.filtered { self.identifier(ofEntity: $0.entityName) == member.backend.identifier }
    var others = SavedSnapshots(identifiers: [:], rewritten: [])
    func saveOthers() throws { others = try save(changes, to: members.dropFirst(), beforeCommit) }
    guard !own.isEmpty else {
      try saveOthers()
      return others
    }
    let saved = try member.backend.save(own, beforeCommit: saveOthers)
    return SavedSnapshots(
      identifiers: saved.identifiers.merging(others.identifiers) { first, _ in first },
      rewritten: saved.rewritten + others.rewritten)
  }
}
