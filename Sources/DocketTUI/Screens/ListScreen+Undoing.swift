import DocketConfiguration
import DocketData
import SwiftData

/// Undo and redo: any number of steps, also those of earlier days and of the command line.
extension ListScreen {
  /// What came of it.
  private enum Turn: Sendable {
    case done([String], TurnedItems)
    /// Something stands in the way; nothing failed.
    case refused(String)
  }

  func undo() {
    turn("undoing", "undone", offering: .redo) { try await $0.undo() }
  }

  func redo() {
    turn("redoing", "done again", offering: .undo) { try await $0.redo() }
  }

  private func turn(
    _ title: String, _ word: String, offering command: Command,
    _ turn: @escaping @Sendable (DataHandler) async throws -> [String]
  ) {
    actions.perform(title) { handler in
      do {
        let token = await handler.lastToken()
        let steps = try await turn(handler)
        return Turn.done(steps, await handler.itemsTurned(since: token))
      } catch let error as JournalError {
        return Turn.refused(error.description)
      }
    } completion: { [weak self] result in
      switch result {
      case .success(.done(let steps, let items)):
        self?.say("\(word): \(steps.joined(separator: ", "))", offering: command)
        self?.forgetSaved()
        self?.goTo(items)
      case .success(.refused(let reason)): self?.say(reason)
      case .failure: break
      }
    }
  }

  /// Goes to what came back, or else to what says something else now, unless that can be seen from here.
  private func goTo(_ items: TurnedItems) {
    let new = items.new.prefix(mostLookedForInTurn).filter(isShown)
    if !new.isEmpty { return selectFirstWhenListed(new) }
    let changed = items.changed.prefix(mostLookedForInTurn)
    let places = changed.compactMap { rows.index(of: $0, near: list.selection.index) }
    if places.isEmpty, let back = changed.first(where: isShown) { return selectWhenListed(back) }
    guard let first = places.min(), !places.contains(where: list.selection.visible.contains) else { return }
    list.select { $0.select(first) }
  }

  /// Each costs a look through the list.
  private var mostLookedForInTurn: Int {
    min(Self.mostLookedFor, max(1, ItemTargets.mostLooks / max(1, rows.count)))
  }
}
