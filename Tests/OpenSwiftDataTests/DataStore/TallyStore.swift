import Foundation

@testable import OpenSwiftData

@Model final class Tally {
  var code: UUID
  var when: Date
  var amount: Double
  var isOpen: Bool
  var remark: String? = "none"

  init(when: Date, amount: Double, isOpen: Bool = true) {
    code = UUID()
    self.when = when
    self.amount = amount
    self.isOpen = isOpen
  }
}

/// A custom snapshot type: plain Swift members instead of columns.
struct TallySnapshot: DataStoreSnapshot {
  var persistentIdentifier: PersistentIdentifier
  var code: UUID
  var when: Date
  var amount: Double
  var isOpen: Bool
  var remark: String?

  init(from backingData: any BackingData, relatedBackingDatas _: inout [PersistentIdentifier: any BackingData]) {
    guard let data = backingData as? any BackingData<Tally>, let identifier = data.persistentModelID else {
      preconditionFailure("the store keeps tallies only")
    }
    persistentIdentifier = identifier
    code = data.getValue(forKey: \.code)
    when = data.getValue(forKey: \.when)
    amount = data.getValue(forKey: \.amount)
    isOpen = data.getValue(forKey: \.isOpen)
    remark = data.getValue(forKey: \.remark)
  }

  func copy(
    persistentIdentifier: PersistentIdentifier, remappedIdentifiers _: [PersistentIdentifier: PersistentIdentifier]?
  ) -> TallySnapshot {
    var copy = self
    copy.persistentIdentifier = persistentIdentifier
    return copy
  }
}

/// What a store was asked and how it behaves, shared with a test.
final class TallyService: Sendable {
  struct State {
    var tallies: [PersistentIdentifier: TallySnapshot] = [:]
    var requests: [String] = []
    var states: Set<UUID> = []
    var author: String?
    var namesIdentifiers = true
    /// Whether the store makes identifiers in another order than it got the models.
    var goesBackwards = false
    var understandsPredicates = true
  }

  private let state = Storage(State())

  var now: State { state.value }
  func change<Result>(_ body: (inout State) throws -> Result) rethrows -> Result { try state.change(body) }

  /// A value behind a lock.
  private final class Storage: @unchecked Sendable {
    // Sound: only reached with the lock held.
    private let lock = NSLock()
    private var stored: State
    init(_ value: State) { stored = value }
    var value: State { lock.withLock { stored } }
    func change<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&stored)
    }
  }
}

struct TallyConfiguration: DataStoreConfiguration {
  typealias Store = TallyStore
  var name = "tallies"
  var schema: Schema?
  let service: TallyService

  static func == (left: Self, right: Self) -> Bool { left.service === right.service }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(service)) }
}

/// A store that counts, sorts by amount and applies limits itself, rounds to cents, and has its own snapshot type.
final class TallyStore: DataStore {
  let configuration: TallyConfiguration
  let schema: Schema
  let identifier = "tally-service"

  init(_ configuration: TallyConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema([Tally.self])
  }

  func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, TallySnapshot> {
    note("fetch", request.editingState)
    guard request.descriptor.predicate == nil else {
      throw configuration.service.now.understandsPredicates
        ? DataStoreError.preferInMemoryFilter : DataStoreError.invalidPredicate
    }
    guard request.descriptor.sortBy.count <= 1 else { throw DataStoreError.preferInMemorySort }
    let sorted = configuration.service.now.tallies.values.sorted { $0.amount < $1.amount }
    let page = sorted.dropFirst(request.descriptor.fetchOffset ?? 0).prefix(request.descriptor.fetchLimit ?? .max)
    return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: Array(page))
  }

  func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    note("count", request.editingState)
    guard request.descriptor.predicate == nil else { throw DataStoreError.unsupportedFeature }
    return configuration.service.now.tallies.count
  }

  func save(
    _ request: DataStoreSaveChangesRequest<TallySnapshot>
  ) throws -> DataStoreSaveChangesResult<TallySnapshot> {
    note("save", request.editingState)
    return try configuration.service.change { state in
      var identifiers: [PersistentIdentifier: PersistentIdentifier] = [:]
      var rounded: [PersistentIdentifier: TallySnapshot] = [:]
      let inserted = state.goesBackwards ? request.inserted.reversed() : request.inserted
      for snapshot in inserted where state.namesIdentifiers {
        let name = "tally/\(snapshot.code)"
        identifiers[snapshot.persistentIdentifier] = try .identifier(
          for: identifier, entityName: "Tally", primaryKey: name)
      }
      for snapshot in request.inserted + request.updated {
        let permanent = identifiers[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
        var stored = snapshot.copy(persistentIdentifier: permanent, remappedIdentifiers: identifiers)
        stored.amount = (stored.amount * 100).rounded() / 100
        state.tallies[permanent] = stored
        if stored.amount != snapshot.amount { rounded[permanent] = stored }
      }
      for snapshot in request.deleted { state.tallies[snapshot.persistentIdentifier] = nil }
      return DataStoreSaveChangesResult(
        for: identifier, remappedIdentifiers: identifiers, snapshotsToReregister: rounded)
    }
  }

  func initializeState(for editingState: EditingState) {
    configuration.service.change { _ = $0.states.insert(editingState.id) }
  }

  func invalidateState(for editingState: EditingState) {
    configuration.service.change { _ = $0.states.remove(editingState.id) }
  }

  private func note(_ request: String, _ state: EditingState) {
    configuration.service.change {
      $0.requests.append(request)
      $0.author = state.author
    }
  }
}
