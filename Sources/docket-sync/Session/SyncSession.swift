import DocketData
import DocketSync
import Foundation
import OpenSwiftDataSync
import OpenSwiftDataSyncSealing
import SwiftData
import Synchronization

/// An open store with its engine and the person's keys.
struct SyncSession {
  let keys: KeyFile
  /// What items, lists and tags are called.
  let names: StoredNames
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
    names = StoredNames(container)
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

  /// The spaces of lists that are shared.
  func spaces(ofLists shared: [SharedSpace]) throws -> [SyncedSpace] {
    let lists = shared.isEmpty ? [:] : try names.listNames()
    return shared.map { shared in
      SyncedSpace(engine: engines[shared.place], list: shared.root.flatMap { lists[$0] } ?? "", root: shared.root)
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
      let row = try names.list(name).row
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
