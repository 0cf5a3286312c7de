import DocketConfiguration
import DocketData
import Foundation
import TerminalUI

/// Shares lists with other people; the program that syncs does it.
@MainActor
struct Sharing {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  // MARK: - Which list

  /// The list that is meant: the one under the cursor of the sidebar, or the one that is shown.
  private var list: String? {
    if screen.panes.focus == .sidebar {
      guard case .list(let name)? = screen.panes.sidebar.namedThing else { return nil }
      return name
    }
    let filter = screen.items.listing.filter
    return filter == .list(filter.name) ? filter.name : nil
  }

  private var isShared: Bool { list.map { screen.sync.sharedLists.contains($0) } == true }

  /// Why nothing can be shared; nil if it can.
  var reasonNotToSync: String? {
    screen.sync.program == nil ? "docket-sync is not installed, or this is a preview" : nil
  }

  var reasonNotToShare: String? {
    if let reason = reasonNotToSync ?? reasonForNoList { return reason }
    return isShared ? "it is shared already; “invite to list” copies an invitation" : nil
  }

  var reasonForNoneShared: String? {
    if let reason = reasonNotToSync ?? reasonForNoList { return reason }
    return isShared ? nil : "the list is not shared"
  }

  private var reasonForNoList: String? {
    list == nil ? "show a list first; \(screen.keys.first(of: .filters) ?? "filters") finds it" : nil
  }

  // MARK: - Sharing

  func begin() {
    if let list { screen.layers.open(LinePrompt(.share(list))) }
  }

  /// Shares a list by way of what was typed, and copies the invitation.
  func share(_ list: String, _ submitted: LinePrompt) {
    let location = Self.text(submitted)
    guard !location.isEmpty else { return screen.layers.closePrompt() }
    run(["share", "--", list, location], saying: "sharing “\(list)”…", submitted) { _ in copyInvitation(to: list) }
  }

  func invite() {
    if let list { copyInvitation(to: list) }
  }

  private func copyInvitation(to list: String) {
    run(["invite", "--", list], saying: nil, nil) { line in
      let isCopied = screen.environment.configuration.clipboard && screen.terminal.copy(line)
      screen.notices.say(
        isCopied
          ? "copied the invitation to “\(list)”: send it by a way that you trust"
          : "shared “\(list)”; docket sync invite prints the invitation to it")
    }
  }

  // MARK: - Joining

  func beginJoining() { screen.layers.open(LinePrompt(.join)) }

  func join(_ submitted: LinePrompt) {
    let invitation = Self.text(submitted)
    guard !invitation.isEmpty else { return screen.layers.closePrompt() }
    // Others see a command's arguments, and the invitation has the key.
    run(["join", "--list-only"], input: invitation, saying: "joining…", submitted) { answer in
      screen.notices.say(answer.split(separator: "\n").first.map(String.init) ?? "joined")
    }
  }

  // MARK: - Leaving

  func askToLeave() {
    guard let list else { return }
    screen.layers.open(
      QuestionLayer(
        "Leave",
        message: "Stop sharing “\(list)”? Its items stay here and with the others, and are not kept equal any more.",
        buttons: [
          DialogButton("Leave", key: "l", answer: LayerOutcome.Choice.leaveList(list)),
          DialogButton("Keep", key: "k", answer: LayerOutcome.Choice.keep),
        ], isReadFirst: true, style: screen.environment.roles.overlay))
  }

  func leave(_ list: String) {
    run(["leave", "--", list], saying: "leaving “\(list)”…", nil) { answer in
      screen.notices.say(answer.split(separator: "\n").first.map(String.init) ?? "left “\(list)”")
    }
  }

  // MARK: - The program

  /// Runs a command of the program in the background.
  ///
  /// - Parameters:
  ///   - submitted: what was typed for it; comes back if the command fails.
  ///   - done: gets what it printed.
  private func run(
    _ arguments: [String], input: String = "", saying words: String?, _ submitted: LinePrompt?,
    done: @escaping @MainActor (String) -> Void
  ) {
    guard let program = screen.sync.program else { return }
    if submitted != nil { screen.layers.closePrompt() }
    if let words { screen.notices.say(words) }
    Task {
      do throws(SyncRefusal) {
        let answer = try await program.answer(to: arguments, input: input)
        program.update()
        done(String(decoding: answer, as: UTF8.self).trimmingCharacters(in: .newlines))
      } catch {
        if let submitted { Waiting(screen).restore(submitted) }
        screen.notices.refuse(error.line)
      }
      screen.terminal.setNeedsDisplay()
    }
  }

  private static func text(_ submitted: LinePrompt) -> String {
    submitted.field.text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
