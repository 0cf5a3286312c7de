import DocketData
import Foundation
import OpenSwiftDataSync
import OpenSwiftDataSyncSealing
import PostgreSQLRemote
import SwiftData

/// An open store with its engine and the person's keys.
struct SyncSession {
  let engine: SyncEngine
  let keys: KeyFile

  private static var configuration: SyncConfiguration {
    var configuration = SyncConfiguration()
    // What undoes what stays on this machine.
    configuration.excludedEntities = ["JournalStep"]
    configuration.bookkeeping = ["Item": ["timestamp", "createTimestamp", "orderKey"], "SavedFilter": ["position"]]
    // Until the fifth version of the schema; its migration gives a position the same key.
    configuration.renamed = [
      "Item": [
        "position": PropertyRenaming(to: "orderKey") { position in
          if case .real(let number) = position { .text(OrderKey(number).text) } else { position }
        }
      ]
    ]
    // Done twice is done: that it was at other times needs no decision.
    configuration.isConflict = { _, property, kept, shown in
      property != "completedAt" || (kept == .null) != (shown == .null)
    }
    return configuration
  }

  /// - Throws: `SyncFailure` if there is no such store, `StoreError`.
  init(_ options: StoreOptions) throws {
    let environment = ProcessInfo.processInfo.environment
    let path = try StorePath(explicit: options.store, environment: environment).url.path
    guard FileManager.default.fileExists(atPath: path) else {
      throw SyncFailure(.noInput, "there is no store", place: path, remedy: "make it with 'docket'")
    }
    let provider = DataProvider(storeURL: URL(fileURLWithPath: path))
    engine = SyncEngine(container: try provider.modelContainer(), configuration: Self.configuration)
    keys = KeyFile(path: try Self.keyPath(environment))
  }

  /// The file with the keys of spaces, beside the default store.
  private static func keyPath(_ environment: [String: String]) throws -> String {
    try StorePath(explicit: nil, environment: environment.filter { $0.key != "DOCKET_STORE" }).url
      .deletingLastPathComponent().appendingPathComponent("sync-keys").path
  }

  /// What the store knows of sync.
  ///
  /// - Throws: `SyncError.notSetUp`.
  func status() async throws -> SyncStatus {
    guard let status = try await engine.status() else { throw SyncError.notSetUp }
    return status
  }

  func space(of status: SyncStatus) throws -> KeyedSpace {
    guard let space = try keys.spaces().first(where: { $0.space == status.space }) else {
      throw SyncFailure(
        .configuration, "the key of this store's space is missing", place: "\(status.space)",
        remedy: "run 'docket sync leave', then 'docket sync join' with an invitation from another machine")
    }
    return space
  }

  /// The remote that a store meets others in.
  ///
  /// - Throws: `PostgreSQLRemoteError.invalidConnection`.
  func remote(_ status: SyncStatus) throws -> any SyncRemote {
    let key = try space(of: status).key
    return switch Location(status.location) {
    case .folder(let path): SealedRemote(FolderRemote(path: path, replica: status.replica), key: key)
    case .database(let connection):
      SealedRemote(
        try PostgreSQLRemote(connection: connection, space: status.space, replica: status.replica), key: key)
    }
  }

  /// Does one round; after a restored backup under another name.
  ///
  /// - Parameter remote: made anew if the store has another name or another place since.
  func round(_ remote: inout (any SyncRemote)?, at location: inout String) async throws -> SyncReport {
    let status = try await status()
    if remote?.replica != status.replica || location != status.location {
      (remote, location) = (try self.remote(status), status.location)
    }
    guard let current = remote else { throw SyncError.notSetUp }
    do {
      return try await engine.round(with: current)
    } catch SyncError.restored {
      _ = try await engine.takeNewReplica(insteadOf: current.replica)
      remote = try self.remote(try await self.status())
      return try await engine.round(with: remote ?? current)
    }
  }

  /// Does one round, on a connection of its own.
  func round() async throws -> SyncReport {
    var (remote, location): ((any SyncRemote)?, String) = (nil, "")
    return try await round(&remote, at: &location)
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

  /// The location that a person typed, without what only holds here: a folder's path becomes absolute.
  ///
  /// - Throws: `SyncFailure` for a folder that does not exist.
  static func typed(_ text: String) throws -> String {
    guard case .folder(let path) = Location(text) else { return text }
    var isFolder: ObjCBool = false
    let absolute = URL(fileURLWithPath: path).standardizedFileURL.path
    guard FileManager.default.fileExists(atPath: absolute, isDirectory: &isFolder), isFolder.boolValue else {
      throw SyncFailure(.noInput, "there is no such folder", place: absolute, remedy: "make it, or mount it")
    }
    return absolute
  }
}
