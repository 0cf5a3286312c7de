import ArgumentParser
import Foundation
import OpenSwiftDataSync
import OpenSwiftDataSyncSealing

/// `docket sync leave`: stops syncing.
struct LeaveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "leave",
    abstract: "Stop syncing this store, or a list that it shares; all items stay where they are.",
    discussion: "A list that you leave is yours alone from then on, on all your machines; the others keep theirs.")

  @Argument(help: ArgumentHelp("A list that is shared; without it, the store itself.", valueName: "list"))
  var list: String?

  @OptionGroup var store: StoreOptions

  @Flag(help: "Forget the key of the space too, if no other store of yours syncs with it.")
  var forgetKey = false

  func run() async throws {
    let session = try SyncSession(store)
    // Nil for what another version wrote, of which no more is known.
    let space: SyncIdentity?
    let unsent: String
    var undecided = 0
    if let list {
      let shared = try await session.space(ofList: list)
      space = try await shared.status().space
      unsent = await lastRound(session, with: shared)
      undecided = try await session.conflictCount(in: shared, shared.status())
      try await session.engine.leave(shared.engine.place)
    } else {
      space = try await ownSpace(session)
      unsent = await lastRound(session)
      try await session.engine.leave()
    }
    let others = (try? await session.spaces().count) ?? 0
    if forgetKey, let space { try session.keys.remove(space) }
    let outcome =
      list.map { "the list \(VisibleLine.of($0)) is not shared any more" } ?? "this store does not sync any more"
    print(outcome + unsent)
    if undecided > 0 { print("\(undecided) \(undecided == 1 ? "conflict" : "conflicts") of it were not decided") }
    if list != nil, let notice = try await tellOtherMachines(session) { print(notice) }
    if list == nil, others > 0 {
      print("still shared: \(others) \(others == 1 ? "list" : "lists"), see docket sync status")
    }
  }

  /// The store's own space; nil if another version wrote what sync keeps of it, or of a list that is shared.
  private func ownSpace(_ session: SyncSession) async throws -> SyncIdentity? {
    do {
      _ = try await session.spaces()
      return try await session.status().space
    } catch SyncError.earlierFormat, SyncError.laterFormat {
      return nil
    }
  }

  /// Sends what was written here, which is still for the others: decisions about conflicts too, since what nobody was told
  /// of would be open again, should the store join later.
  ///
  /// - Parameter shared: the space of the list that is left; nil for the store itself.
  /// - Returns: what to say if that was not possible.
  private func lastRound(_ session: SyncSession, with shared: SyncedSpace? = nil) async -> String {
    do {
      do { _ = try await session.round() } catch {
        // Another space of the store may be what failed.
        guard let shared else { throw error }
        _ = try await SpaceRemotes().round(shared, session)
      }
      return ""
    } catch {
      return ": what was saved here since the last round was not sent (\(error.reason))"
    }
  }

  /// Tells this person's other machines that a list was left.
  ///
  /// - Returns: what to say of it; nil if there are none.
  private func tellOtherMachines(_ session: SyncSession) async throws -> String? {
    guard try await session.engine.status() != nil else { return nil }
    do {
      _ = try await SpaceRemotes().round(session.own, session)
      return "your other machines leave it with their next round"
    } catch {
      return "your other machines are not told yet, and still share it (\(error.reason))"
    }
  }
}
