import ArgumentParser
import Foundation
import OpenSwiftDataSync
import OpenSwiftDataSyncSealing
import PostgreSQLRemote

extension SyncSession {
  /// Adds a space to the keys for something that needs it there.
  ///
  /// - Throws: `KeyFileError`, and what the body throws: then a key that was not there is forgotten again.
  func adding<Result>(_ space: KeyedSpace, _ body: () async throws -> Result) async throws -> Result {
    let isNew = try keys.add(space)
    do { return try await body() } catch {
      if isNew { try? keys.remove(space.space) }
      throw error
    }
  }

  /// Has a space that is joined already meet the others somewhere else, or with its key that was lost, if a round shows
  /// that they are there.
  ///
  /// - Parameter location: nil for where it is.
  /// - Throws: `SyncFailure` if there is nothing to do, and what the round throws: then all is as it was.
  func meetAgain(
    _ space: SyncedSpace, _ keyed: KeyedSpace, _ what: String, at location: String?
  ) async throws {
    let former = try await space.status().location
    let isKeyMissing = try keys.space(keyed.space) == nil
    let isElsewhere = location != nil && location != former
    guard isKeyMissing || isElsewhere else {
      // Another key than the one that is there is said first.
      try keys.add(keyed)
      throw SyncFailure(
        .usage, "\(what) is joined already", place: former, remedy: "--at says where it is, should it be elsewhere now")
    }
    try await adding(keyed) {
      if let location, isElsewhere { try await space.engine.move(to: location) }
      do {
        if isKeyMissing { try await checkRestoredKey(of: space) }
        let report = try await SpaceRemotes().round(space, self)
        let key = isKeyMissing ? "the key of \(what) is back" : ""
        guard let location, isElsewhere else { return print("\(key), \(report.words)") }
        if isKeyMissing { print(key) }
        print("\(what) meets the others at \(location) now, \(report.words)")
      } catch {
        try? await space.engine.move(to: former)
        throw error
      }
    }
  }

  /// Makes sure that what was sent can be read, by others or by this store, before anything is sent.
  private func checkRestoredKey(of space: SyncedSpace) async throws {
    let status = try await space.status()
    try SpaceRemotes.checkFolder(status)
    // Nobody is given what is one's own, and this store may be the only one that has sent something: so somebody else asks.
    var (generator, databases) = (SystemRandomNumberGenerator(), [String: PostgreSQLRemote]())
    let remote = try remote(status, list: space.list, as: .random(using: &generator), &databases)
    try await remote.open()
    let page = try await remote.pull(after: RemoteCursor(), limit: 64)
    if !page.batches.isEmpty { return }
    if let problem = page.problems.first {
      throw SyncFailure(
        .badData, problem.description, place: "batch \(problem.batch)", remedy: "ask for a new invitation")
    }
    // One that can't be opened is an error.
    guard try await remote.snapshots().isEmpty, status.sent > 0 else { return }
    throw SyncFailure(
      .noInput, "there is nothing of what was sent, to see whether the key fits", place: status.location,
      remedy: "restore what was there, or run 'docket sync leave' and join again")
  }

  /// The round that shows whether the place is right; if it is not, the store is as it was before.
  func firstRound() async throws -> SyncReport {
    do { return try await SpaceRemotes().round(SyncedSpace(engine: engine, list: nil, root: nil), self) } catch {
      try? await engine.leave()
      throw error
    }
  }

  /// The same for a list that is shared; this person's other machines hear of it with the next round.
  func firstRound(_ invitation: Invitation, at place: SpacePlace) async throws -> SyncReport {
    let report: SyncReport
    do {
      report = try await SpaceRemotes().round(SyncedSpace(engine: engine(at: place), list: "", root: nil), self)
      if try await engine.status() != nil {
        try await engine.announce(invitation.space.space, invitation: invitation.line)
      }
    } catch {
      try? await engine.leave(place)
      throw error
    }
    // It may be out of reach, which is no reason against the list.
    _ = try? await round()
    return report
  }
}

extension ParsableCommand {
  /// The first round of a new space; what another one has left there has another key.
  static func beginning(
    at location: String, _ round: () async throws -> SyncReport
  ) async throws -> SyncReport {
    do { return try await round() } catch SealingError.wrongKey {
      throw SyncFailure(
        .usage, "another store or list has synced by way of this folder", place: location,
        remedy: "make another one in it, or 'docket sync join' what is there")
    }
  }
}
