import Foundation
import OpenSwiftDataSync
import OpenSwiftDataSyncSealing

extension SyncSession {
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
}
