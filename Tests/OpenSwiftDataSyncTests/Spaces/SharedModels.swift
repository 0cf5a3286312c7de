import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftDataSync

/// Items on lists that can be shared: they make a tree, and have tags.
@Model
final class SharedItem {
  @Attribute(.unique) var uid: String
  var title: String
  var list: SharedList?
  @Relationship(inverse: \SharedTag.items) var tags: [SharedTag] = []
  var parent: SharedItem?
  @Relationship(deleteRule: .cascade, inverse: \SharedItem.parent) var children: [SharedItem] = []
  @Relationship(inverse: \SharedItem.blocked) var blockers: [SharedItem] = []
  var blocked: [SharedItem] = []

  init(_ title: String, uid: String) {
    self.title = title
    self.uid = uid
  }
}

/// A list of items.
@Model
final class SharedList {
  @Attribute(.unique) var key: String
  var name: String
  @Relationship(inverse: \SharedItem.list) var items: [SharedItem] = []

  init(_ name: String) {
    key = name.lowercased()
    self.name = name
  }
}

/// A tag of items.
@Model
final class SharedTag {
  @Attribute(.unique) var name: String
  var items: [SharedItem] = []

  init(_ name: String) { self.name = name }
}

/// What only one person has.
@Model
final class PrivateNote {
  var text: String

  init(_ text: String) { self.text = text }
}

/// A store of one person, with what it takes part in, and the remotes of all spaces.
struct SharingStore {
  let container: ModelContainer
  let own: SyncEngine
  private let remotes: SharedRemotes
  private let configuration: SyncConfiguration
  private let number: UInt64

  /// - Parameters:
  ///   - person: stores of one person have one space.
  ///   - snapshotThreshold: after how many bytes of batches it leaves a snapshot; nil for the usual.
  ///   - hasOwnSpace: whether the person has it on several machines; else it shares lists only.
  init(
    person: String, number: UInt64, _ remotes: SharedRemotes, snapshotThreshold: Int? = nil, hasOwnSpace: Bool = true
  ) async throws {
    self.remotes = remotes
    self.number = number
    container = try ModelContainer(
      for: Schema([SharedItem.self, SharedList.self, SharedTag.self, PrivateNote.self]),
      configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
    var configuration = SyncConfiguration()
    configuration.sharing = SharingRule(
      root: "SharedList", label: "name", members: ["SharedItem": .init("list", parent: "parent")], values: ["SharedTag"]
    )
    configuration.wallTime = { remotes.time }
    configuration.newIdentity = { remotes.newIdentity() }
    configuration.newReplica = { remotes.newReplica() }
    configuration.batchLimit = 3
    if let snapshotThreshold { configuration.snapshotThreshold = snapshotThreshold }
    // Several transactions a large drain.
    configuration.transactionLimit = [2_000, 2, 7][Int(number % 3)]
    self.configuration = configuration
    own = SyncEngine(container: container, configuration: configuration)
    if hasOwnSpace { try await own.setUp(space: SyncIdentity(namespace: TaskSchema.space, name: person)) }
  }

  func engine(of space: SharedSpace) -> SyncEngine {
    SyncEngine(container: container, configuration: configuration, place: space.place)
  }

  /// One round with each space, as a program does it: what another store of the person takes part in, this one does too.
  ///
  /// - Parameter faults: of the remotes; nil for none.
  func round(faults: SeededGenerator? = nil) async throws {
    if try await own.status() != nil {
      try await round(own, faults)
      for announcement in try await own.announcements() {
        guard let space = SyncIdentity(text: announcement) else { continue }
        if try await !own.sharedSpaces().contains(where: { $0.space == space }) {
          _ = try await own.takePart(in: space)
        }
      }
    }
    for space in try await own.sharedSpaces() {
      try await round(engine(of: space), faults)
    }
  }

  private func round(_ engine: SyncEngine, _ faults: SeededGenerator?) async throws {
    let remote = remotes.remote(try await status(engine))
    await remote.set(faults: faults)
    try await engine.round(with: remote)
  }

  /// Takes part in what another person shares, with all stores of this person.
  func takePart(in space: SyncIdentity) async throws {
    _ = try await own.takePart(in: space)
    try await announce(space)
  }

  /// Takes part in a space and does a first round before it tells the person's other stores, as the program does.
  ///
  /// - Returns: false if the space can't be reached; then nothing is as if it had been joined.
  @discardableResult
  func join(_ space: SyncIdentity, faults: SeededGenerator? = nil) async throws -> Bool {
    let place = try await own.takePart(in: space)
    let engine = SyncEngine(container: container, configuration: configuration, place: place)
    do { try await round(engine, faults) } catch is LogRemote.Partitioned {
      try await own.leave(place)
      return false
    }
    try await announce(space)
    return true
  }

  /// Tells the person's other stores, if there is a space for them.
  private func announce(_ space: SyncIdentity) async throws {
    if try await own.status() != nil { try await own.announce(space, invitation: "\(space)") }
  }

  private func status(_ engine: SyncEngine) async throws -> SyncStatus {
    guard let status = try await engine.status() else { throw SyncError.notSetUp }
    return status
  }

  /// Shares a list, and tells the person's other stores.
  ///
  /// - Parameter announces: false if the program ends in between.
  @discardableResult
  func share(_ list: String, announces: Bool = true) async throws -> SyncIdentity {
    let key = list.lowercased()
    let context = ModelContext(container)
    let found = try context.fetch(FetchDescriptor<SharedList>(predicate: #Predicate { $0.key == key }))
    guard let root = found.first?.persistentModelID.primaryKey else { throw SyncError.notShareable("no \(list)") }
    let space = remotes.newIdentity()
    _ = try await own.share(root, as: space)
    if announces { try await announce(space) }
    return space
  }

  /// Changes the store as a program does.
  func edit(_ body: (ModelContext) throws -> Void) throws {
    let context = ModelContext(container)
    try body(context)
    try context.save()
  }

  /// Adds an item below another one, which has a title.
  func add(_ title: String, uid: String, below parent: String) throws {
    try edit { context in
      let item = SharedItem(title, uid: uid)
      context.insert(item)
      item.parent = try context.fetch(FetchDescriptor<SharedItem>()).first { $0.title == parent }
    }
  }

  /// Takes back items that others have moved off a shared list, with what was written into them here.
  ///
  /// - Parameter uids: in the order in which they are taken back.
  func takeBack(_ uids: [String]) async throws {
    let engine = engine(of: try #require(try await own.sharedSpaces().first))
    let conflicts = try await engine.conflicts()
    let rows = try uids.map { uid in try #require(conflicts.first { $0.values["uid"] == .text(uid) }).row }
    remotes.time += 10
    try await engine.write(rows.map { .restore($0) })
  }

  /// What a person sees of items: list, the way down to the item, tags.
  func items() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<SharedItem>()).map { item in
      var path = [item.title]
      var above = item.parent
      while let next = above, path.count < 20 {
        path.insert(next.title, at: 0)
        above = next.parent
      }
      let tags = item.tags.map(\.name).sorted().map { " #\($0)" }.joined()
      return "\(item.list?.name ?? "-"): \(path.joined(separator: "/"))\(tags)"
    }.sorted()
  }

  func lists() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<SharedList>()).map(\.key).sorted()
  }

  /// The names that people see.
  func listNames() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<SharedList>()).map(\.name).sorted()
  }

  func tags() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<SharedTag>()).map(\.name).sorted()
  }
}

extension SyncIdentity {
  fileprivate init?(text: String) {
    guard let uuid = UUID(uuidString: text) else { return nil }
    self.init(bytes: withUnsafeBytes(of: uuid.uuid) { Array($0) })
  }
}

/// The logs of all spaces.
final class SharedRemotes: @unchecked Sendable {
  // Sound: a test uses it from one task at a time.
  var time: Int64 = 1_700_000_000_000
  private(set) var logs: [SyncIdentity: SharedLog] = [:]
  private var identities = SeededGenerator(seed: 1)
  private var replicas: UInt64 = 0

  func newIdentity() -> SyncIdentity { .random(using: &identities) }

  func newReplica() -> Replica {
    replicas += 1
    return Replica(replicas)
  }

  func log(of space: SyncIdentity) -> SharedLog {
    if let log = logs[space] { return log }
    let log = SharedLog()
    logs[space] = log
    return log
  }

  func remote(_ status: SyncStatus) -> LogRemote { LogRemote(log: log(of: status.space), replica: status.replica) }

  /// Rounds of stores one after the other, until all have heard of all.
  func sync(_ stores: [SharingStore], rounds: Int = 4) async throws {
    for _ in 0..<rounds {
      for store in stores {
        time += 1
        try await store.round()
      }
    }
  }

  /// All texts that a space's batches have.
  func texts(of space: SyncIdentity) -> Set<String> {
    let batches = log(of: space).batches.compactMap { try? BatchCodec().batch(of: $0) }
    return Set(batches.flatMap { $0.changes.compactMap(\.value.text) })
  }
}

extension SyncValue {
  /// The text that it is; nil for anything else.
  var text: String? { if case .text(let text) = self { text } else { nil } }
}
