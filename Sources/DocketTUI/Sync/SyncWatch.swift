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
  /// What is wrong, or empty.
  let message: String

  /// The names of the lists that are shared with others; nil from an earlier version of the program.
  let shared: [String]?

  /// The words in the footer.
  var words: String {
    if conflicts > 0, phase == .synced { return conflicts == 1 ? "1 conflict" : "\(conflicts.grouped) conflicts" }
    return switch phase {
    case .synced: message.isEmpty ? "synced ✓" : "sync incomplete"
    case .sending: unsent == 0 ? "syncing…" : "sending \(unsent.grouped)"
    case .offline: unsent == 0 ? "offline" : "offline · \(unsent.grouped) to send"
    }
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

  func line(_ roles: Roles) -> CellLine {
    guard let state else { return CellLine() }
    let isFine = state.phase == .synced && state.conflicts == 0 && state.message.isEmpty
    return CellLine(state.words + " ", style: isFine ? roles.saved : roles.saving)
  }
}
