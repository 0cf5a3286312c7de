import DocketData
import Foundation
import OpenSwiftDataSync
import OpenSwiftDataSyncSealing
import SwiftData

/// An open store with its engine and the person's keys.
struct SyncSession {
  let engine: SyncEngine
  let keys: KeyFile

  /// What stays on this machine: who undoes what here.
  private static let localEntities: Set<String> = ["JournalStep"]

  /// - Throws: `SyncFailure` if there is no such store, `StoreError`.
  init(_ options: StoreOptions) throws {
    let environment = ProcessInfo.processInfo.environment
    let path = try StorePath(explicit: options.store, environment: environment).url.path
    guard FileManager.default.fileExists(atPath: path) else {
      throw SyncFailure(.noInput, "there is no store", place: path, remedy: "make it with 'docket'")
    }
    var configuration = SyncConfiguration()
    configuration.excludedEntities = Self.localEntities
    let provider = DataProvider(storeURL: URL(fileURLWithPath: path))
    engine = SyncEngine(container: try provider.modelContainer(), configuration: configuration)
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
  func remote(_ status: SyncStatus) throws -> any SyncRemote {
    let key = try space(of: status).key
    return SealedRemote(FolderRemote(path: status.location, replica: status.replica), key: key)
  }

  /// Does one round; after a restored backup under another name.
  func round() async throws -> SyncReport {
    do {
      return try await engine.round(with: remote(try await status()))
    } catch SyncError.restored {
      _ = try await engine.takeNewReplica()
      return try await engine.round(with: remote(try await status()))
    }
  }
}
