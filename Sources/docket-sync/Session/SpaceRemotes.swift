import Foundation
import OpenSwiftDataSync
import OpenSwiftDataSyncSealing
import PostgreSQLRemote

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
