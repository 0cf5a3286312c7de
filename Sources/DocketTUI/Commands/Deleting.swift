import DocketConfiguration
import DocketData
import SwiftData
import TerminalUI

/// Deletes items, after a question if a person wants one.
@MainActor
struct Deleting {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  private var items: ItemList { screen.items }

  /// Deletes the selected items, or the one under the cursor.
  ///
  /// Whether a single item has sub-items is known for sure only in the transaction that deletes it.
  func begin() {
    let targets = items.targets
    switch screen.environment.configuration.confirmDelete {
    case .never: delete(targets)
    case .several where targets.count == 1 && !hasKnownSubitems(targets): delete(targets, unlessTheyHaveSubitems: true)
    case .always, .several: ask(about: targets)
    }
  }

  /// Asks, and adds the number of sub-items once they are counted in the background.
  private func ask(about targets: ItemTargets) {
    let question = question(about: targets, subitems: nil)
    Self.ask(question, answering: .delete(targets), in: screen) {
      try await $0.subitemCount(ids: targets.identifiers())
    } question: { [self] in
      self.question(about: targets, subitems: $0)
    }
  }

  /// - Parameters:
  /// - choice: what the answer "Delete" means.
  /// - count: counts the items that the question is about; if it fails, the question stays as it is.
  /// - counted: the question with the number.
  static func ask(
    _ question: String, answering choice: LayerOutcome.Choice, in screen: ListScreen,
    count: (@Sendable (DataHandler) async throws -> Int)? = nil,
    question counted: @escaping @MainActor (Int) -> String = { _ in "" }
  ) {
    func message(_ question: String) -> String { "\(question) It can be undone." }
    let layer = QuestionLayer(
      "Delete", message: message(question),
      buttons: [
        DialogButton("Delete", key: "d", answer: choice),
        DialogButton("Keep", key: "k", answer: LayerOutcome.Choice.keep),
      ], isReadFirst: true, style: screen.environment.roles.overlay)
    let id = screen.layers.open(layer)
    guard let count else { return }
    let work = Task {
      guard let number = await screen.changes.read(count), !Task.isCancelled else { return }
      screen.layers.update(id, QuestionLayer.self) { $0.message = message(counted(number)) }
      screen.terminal.setNeedsDisplay()
    }
    screen.layers.attach(work, to: id)
  }

  private func hasKnownSubitems(_ targets: ItemTargets) -> Bool {
    targets.only.map { items.rows.subitems.all[$0] != nil } == true
  }

  /// - Parameter subitems: nil until they are counted.
  private func question(about targets: ItemTargets, subitems: Int?) -> String {
    // A small screen needs room for the rest of the question.
    let size = screen.terminal.size
    let limit = min(ItemList.maxTitleLength, size.width * max(0, size.height - 1) / 4)
    return "Delete \(items.words(for: targets, titleLimit: limit))\(wordsForSubitems(subitems, of: targets))?"
  }

  private func wordsForSubitems(_ subitems: Int?, of targets: ItemTargets) -> String {
    let owner = targets.count == 1 ? "its" : "their"
    switch subitems {
    // The answer may come before they are counted.
    case nil where targets.count > 1: return " and any sub-items"
    case nil: return hasKnownSubitems(targets) ? " and its sub-items" : ""
    case 0?: return ""
    case 1?: return targets.count == 1 ? " and its sub-item" : " and a sub-item"
    case let subitems?: return " and \(owner) \(subitems.grouped) sub-items"
    }
  }

  /// - Parameter unlessTheyHaveSubitems: whether to ask first if sub-items would be deleted too.
  func delete(_ targets: ItemTargets, unlessTheyHaveSubitems: Bool = false) {
    let (what, selected, listing) = (items.words(for: targets), items.view.marking, items.listing)
    let departure = Waiting(screen).expectDeparture(of: targets)
    Changing(screen).perform("deleting", on: targets, removes: true, isNothing: { unlessTheyHaveSubitems && $0 > 0 }) {
      try await $0.deleteItems(ids: targets.identifiers(), unlessTheyHaveSubitems: unlessTheyHaveSubitems)
    } completion: { result, _ in
      switch result {
      case .success(let subitems) where unlessTheyHaveSubitems && subitems > 0:
        stop(expecting: departure)
        if items.listing == listing { _ = items.selection.restore(selected) }
        askAfterwards(about: targets, what, subitems)
      case .success:
        screen.notices.say("deleted \(what)", offering: .undo)
        screen.input.noteSaved(departure)
      case .failure: stop(expecting: departure)
      }
    }
  }

  /// Asks about sub-items found while deleting, unless something else was opened meanwhile.
  private func askAfterwards(about targets: ItemTargets, _ what: String, _ subitems: Int) {
    guard screen.layers.isEmpty else {
      return screen.notices.say(
        "kept \(what): it has \(subitems == 1 ? "a sub-item" : "\(subitems.grouped) sub-items")")
    }
    Self.ask(question(about: targets, subitems: subitems), answering: .delete(targets), in: screen)
  }

  /// Stops waiting, and drops the keys meant for the next item.
  private func stop(expecting departure: EventQueue.Expectation) {
    screen.input.end(departure)
    Waiting(screen).drop()
  }
}
