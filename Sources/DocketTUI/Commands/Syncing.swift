import TerminalUI

/// Sends and receives at once, and says how sync goes and why it does not.
@MainActor
struct Syncing {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  /// Why there is nothing to say; nil if the store syncs.
  var reasonForNone: String? {
    screen.sync.program == nil || screen.sync.state == nil ? "this store does not sync; docket sync init begins" : nil
  }

  func syncNow() {
    screen.sync.program?.update()
    screen.notices.say("looking for changes…")
  }

  func showStatus() {
    guard let state = screen.sync.state else { return }
    screen.layers.open(
      QuestionLayer(
        "Sync", message: state.sentences.joined(separator: "\n"),
        buttons: [DialogButton("Close", key: "c", answer: LayerOutcome.Choice.keep)], isReadFirst: false,
        style: screen.environment.roles.overlay))
  }
}

extension SyncState {
  /// All that there is to say, a line for each.
  fileprivate var sentences: [String] {
    [standing, conflictCount, setAsideCount, clockDifference, lists].compactMap(\.self)
  }

  private var standing: String {
    switch phase {
    case .synced: message.isEmpty ? "All changes are sent and received." : "Incomplete: \(message)."
    case .sending: "Sending and receiving."
    case .offline: "Offline: \(message).\(unsent > 0 ? " \(unsent.grouped) to send; tried again by itself." : "")"
    }
  }

  private var conflictCount: String? {
    guard conflicts > 0 else { return nil }
    return conflicts == 1 ? "1 conflict waits for a decision." : "\(conflicts.grouped) conflicts wait for decisions."
  }

  private var setAsideCount: String? {
    guard let setAside, setAside > 0 else { return nil }
    return "\(setAside.grouped) received, but not shown: they wait for earlier changes, or for a later version."
  }

  private var clockDifference: String? {
    guard let clockMinutes else { return nil }
    let count = clockMinutes == 1 ? "a minute" : "\(clockMinutes) minutes"
    return "This machine's clock is \(count) behind the remote's: set it."
  }

  private var lists: String? {
    guard let shared, !shared.isEmpty else { return nil }
    return "Shared lists: \(shared.joined(separator: ", "))."
  }
}
