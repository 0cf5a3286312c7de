import DocketData
import DocketSync
import Foundation
import OpenSwiftDataSync
import OpenSwiftDataSyncSealing
import PostgreSQLRemote
import SwiftData
import Synchronization

/// An open store with its engine and the person's keys.
struct SyncSession {
  let keys: KeyFile
  private let container: ModelContainer
  /// The path of the store.
  private let store: String
  private let engines: SpaceEngines

  /// - Throws: `SyncFailure` if there is no such store, `StoreError`.
  init(_ options: StoreOptions) throws {
    let environment = ProcessInfo.processInfo.environment
    let path = try StorePath(explicit: options.store, environment: environment).url.path
    guard FileManager.default.fileExists(atPath: path) else {
      throw SyncFailure(.noInput, "there is no store", place: path, remedy: "make it with 'docket'")
    }
    let provider = DataProvider(storeURL: URL(fileURLWithPath: path))
    container = try provider.modelContainer()
    store = path
    engines = SpaceEngines(container, .items)
    keys = KeyFile(path: try Self.keyPath(environment))
  }

  /// The file with the keys of spaces, beside the default store.
  private static func keyPath(_ environment: [String: String]) throws -> String {
    try StorePath(explicit: nil, environment: environment.filter { $0.key != "DOCKET_STORE" }).url
      .deletingLastPathComponent().appendingPathComponent("sync-keys").path
  }

  /// Starts the person's hooks once something is received.
  func hooks() -> HookStart { HookStart(store: store, container) }

  /// The engine of the store's own space.
  var engine: SyncEngine { engines[.own] }

  /// The engine of one of the store's spaces.
  func engine(at place: SpacePlace) -> SyncEngine { engines[place] }

  /// The store's own space.
  var own: SyncedSpace { SyncedSpace(engine: engine, list: nil, root: nil) }

  /// What the store knows of its own space.
  ///
  /// - Throws: `SyncError.notSetUp`.
  func status() async throws -> SyncStatus {
    guard let status = try await engine.status() else { throw SyncError.notSetUp }
    return status
  }

  /// The spaces that the store takes part in, its own one first.
  ///
  /// - Throws: `SyncError.notSetUp` if there are none.
  func spaces() async throws -> [SyncedSpace] {
    let spaces = (try await engine.status() == nil ? [] : [own]) + (try await spaces(ofLists: engine.sharedSpaces()))
    if spaces.isEmpty { throw SyncError.notSetUp }
    return spaces
  }

  private func spaces(ofLists shared: [SharedSpace]) throws -> [SyncedSpace] {
    let names = shared.isEmpty ? [:] : try listNames()
    return shared.map { shared in
      SyncedSpace(engine: engines[shared.place], list: shared.root.flatMap { names[$0] } ?? "", root: shared.root)
    }
  }

  /// The folders by way of which something of this store syncs.
  func usedFolders() async throws -> Set<String> {
    guard let spaces = try? await spaces() else { return [] }
    var folders: Set<String> = []
    for space in spaces {
      if case .folder(let path) = Location(try await space.status().location) { folders.insert(path) }
    }
    return folders
  }

  /// The space of a list that is shared.
  ///
  /// - Throws: `SyncFailure` if there is no such list, or if it is not shared.
  func space(ofList name: String) async throws -> SyncedSpace {
    do {
      let row = try list(name).row
      if let space = try await spaces().first(where: { $0.root == row }) { return space }
    } catch let failure as SyncFailure where failure.status == .noMatch {
      if let space = try await space(ofDeletedList: name) { return space }
      throw failure
    }
    if let space = try await space(ofDeletedList: name) { return space }
    throw SyncFailure(.noMatch, "the list is not shared", place: name, remedy: "see 'docket sync status'")
  }

  /// The space of a list that is shared and not here, as it was called when it was shared.
  private func space(ofDeletedList name: String) async throws -> SyncedSpace? {
    let key = try ListName(name).key
    let names = Dictionary(try keys.spaces().map { ($0.space, $0.name) }) { first, _ in first }
    for space in try await spaces() where space.list?.isEmpty == true {
      guard let known = names[try await space.status().space] else { continue }
      if (try? ListName(known).key) == key { return space }
    }
    return nil
  }

  /// The space of an identity, if the store takes part in it.
  func space(_ identity: SyncIdentity) async throws -> SyncedSpace? {
    for space in try await spaces() where try await space.status().space == identity { return space }
    return nil
  }

  /// A list by its name.
  ///
  /// - Throws: `SyncFailure` if there is none.
  func list(_ name: String) throws -> (row: Int64, name: String) {
    let lists = try ModelContext(container).fetch(FetchDescriptor<ItemList>())
    let key = try ListName(name).key
    guard let list = lists.first(where: { $0.key == key }),
      let row = list.persistentModelID.primaryKey
    else { throw SyncFailure(.noMatch, "there is no such list", place: name, remedy: "see 'docket list --json'") }
    return (row, list.name)
  }

  /// The names of lists and tags and the titles of items that conflicts speak of, by the name of the property.
  func labels(for conflicts: [SyncConflict]) throws -> [String: [Int64: String]] {
    let parents = Set(conflicts.filter { $0.kind == .overwritten(property: "parent") }.flatMap(\.targets.values))
    var labels = ["list": try listNames()]
    if !parents.isEmpty { labels["parent"] = try titles(of: parents) }
    let tags = Set(conflicts.flatMap(\.keptTags))
    if !tags.isEmpty { labels["tags"] = try names(ofTags: tags) }
    return labels
  }

  /// Those of the items that are in the store.
  func present(_ items: [UUID]) throws -> Set<UUID> {
    guard !items.isEmpty else { return [] }
    let found = try ModelContext(container).fetch(
      FetchDescriptor<Item>(predicate: #Predicate { items.contains($0.uid) }))
    return Set(found.map(\.uid))
  }

  private func titles(of items: Set<Int64>) throws -> [Int64: String] {
    let ids = try items.map { try container.identifier(of: Item.self, primaryKey: $0) }
    let found = try ModelContext(container).fetch(
      FetchDescriptor<Item>(predicate: #Predicate { ids.contains($0.persistentModelID) }))
    return Dictionary(found.compactMap { item in item.persistentModelID.primaryKey.map { ($0, item.title) } }) { $1 }
  }

  private func names(ofTags tags: Set<Int64>) throws -> [Int64: String] {
    let ids = try tags.map { try container.identifier(of: ItemTag.self, primaryKey: $0) }
    let tags = try ModelContext(container).fetch(
      FetchDescriptor<ItemTag>(predicate: #Predicate { ids.contains($0.persistentModelID) }))
    return Dictionary(tags.compactMap { tag in tag.persistentModelID.primaryKey.map { ($0, tag.name) } }) { $1 }
  }

  private func listNames() throws -> [Int64: String] {
    let lists = try ModelContext(container).fetch(FetchDescriptor<ItemList>())
    return Dictionary(lists.compactMap { list in list.persistentModelID.primaryKey.map { ($0, list.name) } }) { $1 }
  }

  /// A space with its key.
  ///
  /// - Parameter list: the name of the list that is shared in it, empty if that is not here; nil for the store's own space.
  /// - Throws: `SyncFailure` if the key is missing, `KeyFileError`.
  func space(of status: SyncStatus, list: String?) throws -> KeyedSpace {
    if let space = try keys.space(status.space) { return space }
    func remedy(_ command: String, _ machine: String) -> String {
      "run 'docket sync join' with the line that 'docket sync invite\(command)' prints on \(machine)"
    }
    guard let list else {
      throw SyncFailure(
        .configuration, "the key of this store's space is missing", place: "\(status.space)",
        remedy: remedy("", "another machine of yours"))
    }
    let name = list.isEmpty ? "LIST" : "\(ShellWord(list))"
    throw SyncFailure(
      .configuration, list.isEmpty ? "the key of a list that is not here is missing" : "its key is missing",
      place: "\(status.space)", remedy: remedy(" \(name)", "a machine that shares it")
    ).of(list: list)
  }

  /// Refuses to have a sealed list in a store whose own space is readable: a person's machines hear of a list by their own
  /// space, with its key.
  ///
  /// - Throws: `SyncFailure`.
  func checkSecrecy(of list: KeyedSpace) async throws {
    guard !list.protection.isReadable, let status = try await engine.status(),
      try space(of: status, list: nil).protection.isReadable
    else { return }
    throw SyncFailure(
      .usage, "this store's own space is readable, and would give away the key of a list that is sealed",
      place: list.name, remedy: "share its lists with --readable, or 'docket sync leave' and begin without it")
  }

  /// Refuses a readable space for a store that has lists which are sealed.
  ///
  /// - Throws: `SyncFailure`.
  func checkSecrecy(ofListsIn own: KeyedSpace) async throws {
    guard own.protection.isReadable else { return }
    for shared in try await spaces(ofLists: engine.sharedSpaces()) {
      guard let status = try await shared.engine.status() else { continue }
      let list = try space(of: status, list: shared.list)
      guard list.protection.isReadable else {
        throw SyncFailure(
          .usage, "a readable space would give away the keys of lists that are sealed, which this store has",
          place: list.name, remedy: "leave the list first, or begin without --readable")
      }
    }
  }

  /// The remote that a store meets others in.
  ///
  /// - Parameters:
  ///   - list: as with `space(of:list:)`.
  ///   - replica: who asks; nil for the store.
  ///   - databases: the connections that there are, by their location; one that is made is added.
  /// - Throws: `PostgreSQLRemoteError.invalidConnection`.
  func remote(
    _ status: SyncStatus, list: String?, as replica: Replica? = nil, _ databases: inout [String: PostgreSQLRemote]
  ) throws -> any SyncRemote {
    let protection = try space(of: status, list: list).protection
    let replica = replica ?? status.replica
    switch Location(status.location) {
    case .folder(let path): return protection.remote(over: FolderRemote(path: path, replica: replica))
    case .database(let connection):
      let known = databases[connection]?.remote(of: status.space, for: replica)
      let remote =
        try known
        ?? PostgreSQLRemote(
          connection: connection, space: status.space, replica: replica, configuration: Self.database)
      databases[connection] = remote
      return protection.remote(over: remote)
    }
  }

  /// Somebody waits for a command, and a list should soon say that it is offline; rounds are repeated anyway.
  static var database: PostgreSQLConfiguration {
    var configuration = PostgreSQLConfiguration()
    configuration.retryDeadline = .seconds(5)
    return configuration
  }

  /// Does one round with each space; what this person's other machines take part in, this one does too.
  ///
  /// - Returns: what the rounds did, together.
  /// - Throws: the first error, after the rounds with the other spaces.
  func round(_ remotes: SpaceRemotes = SpaceRemotes()) async throws -> SyncReport {
    var (report, failure): (SyncReport, (any Error)?) = (SyncReport(), nil)
    if try await engine.status() != nil {
      do {
        report += try await remotes.round(own, self)
        if try await announceSpaces() { report += try await remotes.round(own, self) }
      } catch { failure = error }
      do { try await takePart() } catch { failure = failure ?? error }
    }
    for space in try await spaces() where space.list != nil {
      do { report += try await remotes.round(space, self) } catch SyncError.notSetUp {
        // Another process has left it meanwhile.
      } catch {
        failure = failure ?? SyncFailure(error)?.of(list: space.list ?? "") ?? error
      }
    }
    // Tags that came with a list.
    if failure == nil, try await engine.status() != nil, try await engine.hasUndrained() {
      report += try await remotes.round(own, self)
    }
    if let failure { throw failure }
    return report
  }

  /// Tells this person's other machines of shared lists that they have not been told of: the command that shared one may
  /// have been killed.
  ///
  /// - Returns: whether there were any.
  private func announceSpaces() async throws -> Bool {
    let unannounced = try await engine.unannouncedSpaces()
    guard !unannounced.isEmpty else { return false }
    var refusal: (any Error)?
    for shared in try await spaces(ofLists: engine.sharedSpaces().filter { unannounced.contains($0.space) }) {
      guard let status = try await shared.engine.status() else { continue }
      let list = try space(of: status, list: shared.list)
      do { try await checkSecrecy(of: list) } catch {
        refusal = refusal ?? error
        continue
      }
      let invitation = try Invitation(location: status.location, space: list, content: .list)
      try await engine.announce(status.space, invitation: invitation.line)
    }
    if let refusal { throw refusal }
    return true
  }

  /// Takes part in what this person's other machines have announced; if the key of such a list was lost, it comes back.
  private func takePart() async throws {
    let known = Set(try await engine.sharedSpaces().map(\.space))
    for text in try await engine.announcements() {
      guard let invitation = try? Invitation(line: text) else { continue }
      let space = invitation.space.space
      if try keys.space(space) == nil { try keys.add(invitation.space) }
      if known.contains(space) { continue }
      let own = try await engine.status()?.location ?? ""
      _ = try await engine.takePart(
        in: space, location: Location.reached(invitation.location, from: own))
    }
  }
}

extension SpaceProtection {
  /// The remote that sends to another one what this allows to be seen there.
  fileprivate func remote(over base: some SyncRemote) -> any SyncRemote {
    switch self {
    case .sealed(let key): SealedRemote(base, key: key)
    case .readable: ReadableRemote(base)
    }
  }
}

/// The engines of a store's spaces, kept because each knows what it has drained.
final class SpaceEngines: Sendable {
  private let container: ModelContainer
  private let configuration: SyncConfiguration
  private let engines = Mutex<[SpacePlace: SyncEngine]>([:])

  init(_ container: ModelContainer, _ configuration: SyncConfiguration) {
    (self.container, self.configuration) = (container, configuration)
  }

  subscript(_ place: SpacePlace) -> SyncEngine {
    engines.withLock { engines in
      if let engine = engines[place] { return engine }
      let engine = SyncEngine(container: container, configuration: configuration, place: place)
      engines[place] = engine
      return engine
    }
  }
}

/// A space that the store takes part in.
struct SyncedSpace {
  let engine: SyncEngine
  /// The list that is shared in it, empty if that is not here; nil for the store's own space.
  let list: String?
  /// The number of that list.
  let root: Int64?

  /// - Throws: `SyncError.notSetUp` if another process has left it.
  func status() async throws -> SyncStatus {
    guard let status = try await engine.status() else { throw SyncError.notSetUp }
    return status
  }
}

/// The connections to where spaces meet, kept from round to round.
actor SpaceRemotes {
  private var remotes: [SpacePlace: (remote: any SyncRemote, location: String, space: SyncIdentity)] = [:]
  /// A connection for all spaces of a database.
  private var databases: [String: PostgreSQLRemote] = [:]

  /// Does one round with a space; after a restored backup under another name.
  func round(_ space: SyncedSpace, _ session: SyncSession) async throws -> SyncReport {
    try await Self.checkFolder(space.status())
    let current = try await remote(of: space, session)
    do {
      return try await space.engine.round(with: current)
    } catch SyncError.restored {
      _ = try await space.engine.takeNewReplica(insteadOf: current.replica)
      return try await space.engine.round(with: remote(of: space, session))
    }
  }

  /// Refuses a folder without anything in place of the one that was synced with: it would be filled unnoticed, below the
  /// place where something is to be mounted.
  static func checkFolder(_ status: SyncStatus) throws {
    guard case .folder(let path) = Location(status.location), status.sent > 0 || !status.cursor.bytes.isEmpty else {
      return
    }
    let remote = FolderRemote(path: path, replica: status.replica)
    guard try remote.isEmpty else { return }
    throw SyncFailure(
      .noInput, "the folder has nothing of what was synced before", place: path,
      remedy: "mount it; if it was emptied for good, run: mkdir \(ShellWord(remote.ownFolder))")
  }

  /// The connection for a space, made anew if the store has another name or another place since.
  func remote(of space: SyncedSpace, _ session: SyncSession) async throws -> any SyncRemote {
    let status = try await space.status()
    if let known = remotes[space.engine.place], known.location == status.location, known.space == status.space,
      known.remote.replica == status.replica
    {
      return known.remote
    }
    let remote = try session.remote(status, list: space.list, &databases)
    remotes[space.engine.place] = (remote, status.location, status.space)
    return remote
  }
}

/// Where stores meet.
enum Location {
  case folder(String)
  case database(String)

  /// A URL is a database, anything else the path of a folder.
  init(_ text: String) {
    self = ["postgres://", "postgresql://"].contains { text.hasPrefix($0) } ? .database(text) : .folder(text)
  }

  /// Where another machine's location is reached from this one: in a database of their own space they may log in as
  /// different roles.
  ///
  /// - Parameter own: where this machine meets the other one.
  static func reached(_ location: String, from own: String) -> String {
    guard case .database = Location(location), case .database = Location(own),
      (try? PostgreSQLSync.isSameDatabase(location, own)) == true
    else { return location }
    return own
  }

  /// The location that a person typed, without what only holds here: a folder's path becomes absolute.
  ///
  /// `~` is expanded: what is typed into the list has gone through no shell.
  ///
  /// - Throws: `FolderRemoteError` for a folder that does not exist.
  static func typed(_ text: String) throws -> String {
    guard case .folder(let path) = Location(text) else { return text }
    if let scheme = text.firstRange(of: "://").map({ text[..<$0.lowerBound] }), !scheme.contains("/") {
      throw SyncFailure(
        .usage, "there are no spaces at such an address", place: "\(scheme)://…",
        remedy: "use postgresql://… or the path of a folder")
    }
    var isFolder: ObjCBool = false
    let absolute = URL(fileURLWithPath: (path as NSString).expandingTildeInPath).standardizedFileURL.path
    guard FileManager.default.fileExists(atPath: absolute, isDirectory: &isFolder) else {
      throw FolderRemoteError.missing(path: absolute)
    }
    guard isFolder.boolValue else {
      throw SyncFailure(.usage, "this is a file", place: absolute, remedy: "give the path of a folder")
    }
    return absolute
  }
}

extension SyncConflict {
  /// The keys of the tags that are kept.
  fileprivate var keptTags: [Int64] {
    kept.compactMap { if case .member("tags", let tag) = $0.key { targets[tag] } else { nil } }
  }
}
