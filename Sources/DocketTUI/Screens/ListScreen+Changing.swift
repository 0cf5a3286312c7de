import DocketData
import Foundation
import SwiftData
import TerminalUI

/// Commands that change the items under the cursor, or those that are selected.
extension ListScreen {
  /// What a command acts on.
  var targets: ItemTargets {
    let marking = list.markedCount > 0 ? list.marking : .these(Set([list.selectedID].compactMap(\.self)))
    return ItemTargets(marking: marking, shown: rows.shownItems)
  }

  /// An item as what a command acts on.
  func item(_ id: PersistentIdentifier) -> ItemTargets {
    ItemTargets(marking: .these([id]), shown: rows.shownItems)
  }

  /// What a command acts on, in words: the title if it is one item.
  func words(for targets: ItemTargets) -> String {
    targets.only.map { words(for: $0) } ?? "\(targets.count.grouped) items"
  }

  /// An item in words.
  func words(for id: PersistentIdentifier) -> String {
    rows.item(id).map { "“\(TerminalText.beginning(of: $0.title, limit: Self.mostOfTitle))”" } ?? "1 item"
  }

  /// A title may be as long as a book; what is said after it is to be read too.
  private static var mostOfTitle: Int { 160 }

  /// Makes a change to what a command acts on; the selection has done its work then.
  func change(_ change: @escaping @Sendable (DataHandler, [PersistentIdentifier]) async throws -> Void) {
    let targets = targets
    perform(on: targets) { try await change($0, targets.identifiers()) }
  }

  /// Makes a change to items, which are selected no longer, unless it comes to nothing.
  ///
  /// - Parameters:
  ///   - removes: whether they are deleted by it.
  ///   - unselecting: whether what is selected is what is changed.
  ///   - isNothing: whether it came to nothing.
  ///   - completion: told whether it is selected again.
  func perform<Value: Sendable>(
    _ title: String = "saving", on targets: ItemTargets, removes: Bool = false, unselecting: Bool = true,
    isNothing: @escaping @MainActor (Value) -> Bool = { _ in false },
    _ change: @escaping @Sendable (DataHandler) async throws -> Value,
    completion: @escaping @MainActor (Result<Value, any Error>, Bool) -> Void = { _, _ in }
  ) {
    let (selected, listing) = (list.marking, listing)
    if unselecting { list.unmarkAll() }
    actions.perform(title, on: targets, removes: removes, isNothing: isNothing, change) { [weak self] result in
      var isSelectedAgain = false
      if case .failure = result, unselecting { isSelectedAgain = self?.reselect(selected, in: listing) == true }
      completion(result, isSelectedAgain)
    }
  }

  /// Selects items again, unless others have been selected or are shown since.
  @discardableResult
  func reselect(_ marking: ListMarking<PersistentIdentifier>, in listing: Listing) -> Bool {
    guard marking.count > 0, list.markedCount == 0, self.listing == listing else { return false }
    list.mark(marking)
    dropSelectionOfGoneItems()
    return list.markedCount > 0
  }

  func touch() {
    let now = environment.now()
    change { try await $0.updateItems(ids: $1, ItemChanges(timestamp: now)) }
  }

  func raisePriority(by steps: Int) {
    if areAll(at: steps > 0 ? .high : .none) {
      return refuse(steps > 0 ? "the priority is the highest already" : "there is no priority to lower")
    }
    let now = environment.now()
    change { try await $0.updateItems(ids: $1, ItemChanges(priorityRaise: steps), at: now) }
  }

  /// Whether the items have a priority; not found out of many.
  private func areAll(at priority: Priority) -> Bool {
    // What they will be once they are saved is not known here.
    guard !actions.status.isSaving, let ids = targets.identifiers(upTo: Self.mostLookedFor), !ids.isEmpty else {
      return false
    }
    return ids.allSatisfy { rows.item($0)?.priority == priority }
  }

  /// Whether an item belongs to what is shown, by its values and not by its place.
  func isShown(_ id: PersistentIdentifier) -> Bool {
    guard let item = rows.item(id) else { return false }
    guard let predicate = query.predicate else { return true }
    // One that can't be evaluated here is not waited for.
    return (try? predicate.evaluate(item)) ?? true
  }
}
