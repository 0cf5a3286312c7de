import Foundation
import OpenSwiftDataSync
import OpenSwiftDataSyncSealing
import PostgreSQLRemote

extension SyncSession {
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
