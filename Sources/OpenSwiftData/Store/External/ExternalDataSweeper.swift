import Dispatch
import Foundation

/// Removes the files of large values that no row names any more.
struct ExternalDataSweeper: Sendable {
  private let folder: ExternalDataFolder
  private let location: String

  /// For how many seconds a file stays after its row let go of it: somebody may just be reading the row.
  static let readersGrace: Int64 = 10
  /// For how many seconds a file that no row names may be one of a transaction that still runs.
  static let writersGrace: TimeInterval = 3600

  /// Nil for a store without large properties and without files.
  init?(_ schema: Schema, _ location: StoreLocation) {
    guard case .file(let url) = location else { return nil }
    folder = ExternalDataFolder(store: url)
    self.location = location.name
    let keepsFiles = schema.entities.contains { $0.properties.stored.contains(where: \.keepsFiles) }
    // Entities that had such properties leave files behind, and others may know entities that this program does not.
    guard keepsFiles || folder.exists else { return nil }
  }

  /// Removes the files that rows let go of, after the transactions that did so were committed.
  ///
  /// Files go before the notes of them, so that a crash in between leaves a note and not a file.
  func removeReplaced(grace: Int64 = readersGrace, on connection: Connection) throws {
    let names = try ExternalDataSchema.removed(before: grace, on: connection)
    guard !names.isEmpty else { return }
    for name in names { folder.remove(name) }
    try connection.withWriteTransaction {
      for name in names { try ExternalDataSchema.forget(name, on: connection) }
    }
  }

  /// Removes the files of transactions that never ended, as after a crash.
  func removeOrphans(grace: TimeInterval = writersGrace, on connection: Connection) throws {
    // The files first: one that is there now and named by no later row was never committed.
    let files = folder.names(olderThan: grace)
    guard !files.isEmpty else { return }
    let named = try connection.withReadTransaction {
      try ExternalDataNames(of: connection, location: location).all(on: connection)
    }
    for name in files where !named.contains(name) { folder.remove(name) }
  }
}
