import DocketConfiguration
import DocketData
import Foundation
import SwiftData
import TerminalUI

/// Commands that change the selected items, or the one under the cursor, without a question.
@MainActor
struct Changing {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  /// Changes items and clears the selection; if that fails, they are selected again.
  ///
  /// Every command that changes items ends here: it says what it did, or else which items left the view by that.
  ///
  /// - Parameters:
  /// - unselecting: whether the selection is cleared.
  /// - remark: what is said once it is saved, with an undo, if there is nothing else to say.
  /// - words: what is said once it is saved, with an undo; nil for what the rows show.
  /// - completion: receives whether the items are selected again.
  func perform<Value: Sendable>(
    _ title: String = "saving", on targets: ItemTargets, removes: Bool = false, makingDone state: Bool? = nil,
    unselecting: Bool = true, remarking remark: String? = nil,
    isNothing: @escaping @MainActor (Value) -> Bool = { _ in false },
    _ change: nonisolated(nonsending) @escaping @Sendable (DataHandler) async throws -> Value,
    saying words: @escaping @MainActor (Value) -> String? = { _ in nil },
    completion: @escaping @MainActor (Result<Value, any Error>, Bool) -> Void = { _, _ in }
  ) {
    let items = screen.items
    let (selected, listing) = (items.view.marking, items.listing)
    let leaving = LeavingItems(of: targets, from: items, areDeleted: removes)
    let count = leaving.count
    if unselecting { items.view.unmarkAll() }
    screen.changes.perform(
      title, on: targets, removes: removes, makingDone: state, isNothing: { isNothing($0.value) }
    ) { handler in
      let value = try await change(handler)
      guard let count else { return (value: value, staying: nil) }
      // The screen shows the change while they are counted.
      CommitHold.current?.end()
      return (value: value, staying: await count(handler))
    } completion: { (saved: Result<(value: Value, staying: Int?), any Error>) in
      let result = saved.map(\.value)
      var isSelectedAgain = false
      // Where another list is shown, the items may be out of sight.
      if case .failure = result, unselecting, items.listing == listing {
        isSelectedAgain = items.selection.restore(selected)
      }
      completion(result, isSelectedAgain)
      guard case .success(let (value, staying)) = saved else { return }
      if let words = words(value) ?? leaving.words(staying: staying) ?? remark {
        screen.notices.say(words, offering: .undo)
      }
    }
    leaving.noteOneShown()
  }

  /// - Parameter words: what is said once it is saved, unless items left the view.
  private func change(_ changes: ItemChanges, remarking words: String? = nil) {
    let (targets, now) = (screen.items.targets, screen.environment.now())
    perform(on: targets, remarking: words) {
      try await $0.updateItems(ids: targets.identifiers(), changes, at: now)
    }
  }

  /// Sets when the items were updated to now, and says so where their order does not show it.
  func touch() {
    let items = screen.items
    let words = items.order.key == .updated ? nil : "set \(items.words(for: items.targets)) to updated now"
    change(ItemChanges(timestamp: screen.environment.now()), remarking: words)
  }

  func raisePriority(by steps: Int) {
    if areAll(at: steps > 0 ? .high : .none) {
      return screen.notices.refuse(steps > 0 ? "already at highest priority" : "no priority to lower")
    }
    change(ItemChanges(priorityRaise: steps))
  }

  /// Whether all items have the priority; false for many, without a look.
  private func areAll(at priority: Priority) -> Bool {
    // Unknown while they are being saved.
    guard !screen.changes.status.isSaving, let ids = screen.items.targets.identifiers(upTo: ItemList.maxSearched),
      !ids.isEmpty
    else { return false }
    return ids.allSatisfy { screen.items.rows.item($0)?.priority == priority }
  }

  /// Moves items past the next one of the list; in another order than the manual one, asks whether to show that.
  func move(down: Bool) {
    let (items, way) = (screen.items, down ? "down" : "up")
    guard items.order.key != .manual else { return move(items.targets, down: down) }
    let words = items.words(for: items.targets, titleLimit: Self.maxTitleLength)
    let command = down ? Command.moveDown : .moveUp
    screen.layers.open(
      QuestionLayer(
        "Manual order",
        message: "Show the manual order, and move \(words) \(way) in it? Afterwards Esc shows the order of now again.",
        buttons: [
          DialogButton(
            "Move \(way)", key: screen.keys.first(of: command).flatMap { Key($0) } ?? (down ? "J" : "K"),
            answer: LayerOutcome.Choice.arrange(items.targets, down: down)),
          DialogButton("Cancel", key: "c", answer: .keep),
        ], isReadFirst: true, focus: 0, style: screen.environment.roles.overlay))
  }

  /// Shows the manual order, and moves items in it.
  func arrange(_ targets: ItemTargets, down: Bool) {
    let left = screen.items.listing
    Showing(screen).order(by: ItemOrder.Key.manual.usualOrder)
    screen.items.noteDeparture(from: left)
    move(targets, down: down)
  }

  private func move(_ targets: ItemTargets, down: Bool) {
    let items = screen.items
    let (query, now) = (items.query, screen.environment.now())
    let direction = down == items.order.isAscending ? DataHandler.Direction.later : .earlier
    screen.changes.perform(on: targets, isNothing: { !$0 }) {
      try await $0.shiftItems(ids: targets.identifiers(), direction, among: query, at: now)
    } completion: { [screen] result in
      guard case .success(false) = result else { return }
      screen.notices.refuse(reasonForNoMove(of: targets, down: down))
    }
  }

  /// Why there is nothing to move past, though a row may be there.
  private func reasonForNoMove(of targets: ItemTargets, down: Bool) -> String {
    let rows = screen.items.rows
    guard let id = targets.only, rows.level(of: id) > 0 || !rows.isOutline, let parent = rows.item(id)?.parent else {
      return "there is nothing \(down ? "below" : "above") to move past"
    }
    let whole = screen.items.words(for: parent.persistentModelID, titleLimit: Self.maxTitleLength)
    return "it is the \(down ? "last" : "first") of the sub-items of \(whole) here"
  }

  /// Behind the words of a reason there is room for as much of a title on a line of 80 columns.
  private static let maxTitleLength = 24

  var reasonNotToCopy: String? {
    screen.environment.configuration.clipboard ? nil : "clipboard is off in config.toml"
  }

  /// Copies the titles to the terminal's clipboard, each in a line.
  func copyTitles() {
    let items = screen.items
    let targets = items.targets
    // No clipboard takes the titles of more.
    let titles = targets.identifiers(upTo: 5_000)?.compactMap { items.rows.item($0)?.title }
    guard let titles, screen.terminal.copy(titles.joined(separator: "\n")) else {
      return screen.notices.refuse("copy: that is too long for the terminal's clipboard")
    }
    screen.notices.answer("copied \(items.words(for: targets))")
  }

  func selectAll() {
    // What comes in later is not selected.
    guard screen.items.selection.toggleAll(), screen.changes.jobs.contains(where: { !$0.isChange }) else { return }
    screen.notices.answer("selected \(screen.items.view.markedCount.grouped) items; more are loading")
  }

  var reasonNotToFold: String? {
    let items = screen.items
    if let reason = Nesting(screen).reasonForNoOutline { return reason }
    guard let id = items.view.selectedID, items.rows.canFold(id) || items.rows.item(id)?.parent != nil else {
      return "it has no sub-items; \(screen.keys.first(of: .addSubitem) ?? "add-subitem") adds one"
    }
    return nil
  }
}
