import DocketConfiguration
import Foundation
import TerminalUI

/// How the sync of the store goes, as the program says that does it.
struct SyncState: Decodable, Hashable, Sendable {
  enum Phase: String, Decodable, Sendable {
    case synced, sending, offline
  }

  let phase: Phase
  /// How many batches no remote has yet.
  let unsent: Int
  /// How many values are kept that nobody has decided about.
  let conflicts: Int
  /// How many batches wait for earlier ones, or can't be read; nil from an earlier version of the program.
  let setAside: Int?
  /// What is wrong, or empty.
  let message: String
  /// How many minutes this machine's clock is behind the remote's, or ahead of it if negative; nil if it is right.
  let clockMinutes: Int?

  /// The names of the lists that are shared with others; nil from an earlier version of the program.
  let shared: [String]?

  /// The state while the program, which has ended by itself, is started again.
  var restarting: SyncState {
    SyncState(
      phase: .offline, unsent: unsent, conflicts: conflicts, setAside: setAside,
      message: "docket-sync has ended, and is started again", clockMinutes: clockMinutes, shared: shared)
  }

  /// The words in the footer.
  ///
  /// - Parameter conflictsKey: the key that shows the conflicts; nil if none does now.
  func words(conflictsKey: String?) -> String {
    if conflicts > 0, phase == .synced {
      let count = conflicts == 1 ? "1 conflict" : "\(conflicts.grouped) conflicts"
      return count + (conflictsKey.map { " (\($0))" } ?? "")
    }
    return switch phase {
    case .synced: message.isEmpty ? waiting ?? clock ?? "synced ✓" : "sync incomplete"
    case .sending: unsent == 0 ? "syncing…" : "sending \(unsent.grouped)"
    case .offline: unsent == 0 ? "offline" : "offline · \(unsent.grouped) to send"
    }
  }

  /// What has come and is not shown yet.
  private var waiting: String? { setAside.flatMap { $0 > 0 ? "\($0.grouped) set aside" : nil } }

  private var clock: String? { clockMinutes.map { "clock \($0) min behind" } }

  /// Whether there is nothing to say but that all is well.
  var isFine: Bool {
    phase == .synced && conflicts == 0 && message.isEmpty && waiting == nil && clockMinutes == nil
  }
}

/// Follows the program that syncs the store, which it starts; the list knows no more of sync than its state.
@MainActor
final class SyncWatch {
  private(set) var state: SyncState?

  let program: SyncProgram?
  private var tell: ScreenEvents?

  /// - Parameter program: nil for a store that does not sync.
  init(_ program: SyncProgram?) { self.program = program }

  func start(_ tell: @escaping ScreenEvents) {
    self.tell = tell
    program?.start { [weak self] state in
      Task { @MainActor in self?.take(state) }
    }
  }

  /// The names of the lists that are shared with others.
  var sharedLists: Set<String> { Set(state?.shared ?? []) }

  private func take(_ state: SyncState?) {
    guard state != self.state else { return }
    self.state = state
    tell?(.sync)
  }

  /// How sync goes, for the footer; empty if the store does not sync.
  func line(_ roles: Roles, conflictsKey: String?) -> CellLine {
    guard let state else { return CellLine() }
    return CellLine(state.words(conflictsKey: conflictsKey) + " ", style: state.isFine ? roles.saved : roles.saving)
  }
}
