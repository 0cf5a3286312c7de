import DocketConfiguration
import DocketData
import SwiftData
import TerminalUI

/// What has to be done before what: the selected items before the one under the cursor, or those of typed numbers.
@MainActor
struct Ordering {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  /// Two titles have room beside each other on a line of 80 columns.
  private static let maxTitleLength = 24

  private var items: ItemList { screen.items }

  /// Lets the item under the cursor wait for the selected ones, or asks for the numbers of items.
  func begin() {
    guard let id = items.view.selectedID else { return }
    if items.view.markedCount > 0 { return waitForSelected(id) }
    let numbers = items.rows.item(id)?.blockers.compactMap(\.persistentModelID.primaryKey).sorted() ?? []
    let text = numbers.map { "\($0) " }.joined()
    screen.suggestions.reset()
    screen.layers.open(LinePrompt(.blockers(items.target(id)), text: text))
  }

  private func waitForSelected(_ id: PersistentIdentifier) {
    guard let selected = items.targets.identifiers(upTo: ItemList.maxSearched) else {
      return screen.notices.refuse("it can wait for up to \(ItemList.maxSearched) items")
    }
    let blockers = selected.filter { $0 != id }
    guard !blockers.isEmpty else {
      return screen.notices.refuse("select what has to be done before, then go to what waits for it")
    }
    let words = waits(id, for: Set(blockers))
    let now = screen.environment.now()
    Changing(screen).perform(on: items.target(id)) {
      try await $0.updateItems(ids: [id], ItemChanges(addedBlockers: blockers), at: now)
    } saying: { _ in
      words
    }
  }

  /// Saves the numbers that were typed.
  func save(_ submitted: LinePrompt, of targets: ItemTargets) {
    let text = submitted.field.text
    let numbers = text.meansNone ? [] : ItemNumberWords.numbers(in: text)
    guard let numbers else {
      if screen.suggestions.completion(of: submitted) != nil {
        return screen.notices.refuse("press Tab to take an item that has these words")
      }
      return screen.notices.refuse("“\(TerminalText.beginning(of: text, limit: 40))” aren't the numbers of items")
    }
    guard numbers.count <= ItemList.maxSearched else {
      return screen.notices.refuse("it can wait for up to \(ItemList.maxSearched) items")
    }
    if let reason = numbers.lazy.compactMap({ reason(for: targets, notToWaitFor: $0) }).first {
      return screen.notices.refuse(reason)
    }
    let ids = numbers.compactMap { items.rows.id(ofNumber: $0) }
    let words = targets.only.map { waits($0, for: Set(ids)) }
    Editing(screen).save(submitted, ItemChanges(blockers: ids), of: targets, saying: ids.isEmpty ? nil : words)
  }

  /// Why items can't wait for the one with a number, as far as that is quickly seen; nil if they can.
  func reason(for targets: ItemTargets, notToWaitFor number: Int64) -> String? {
    guard let id = items.rows.id(ofNumber: number), items.rows.item(id) != nil else {
      return "there is no item \(number)"
    }
    if targets.contains(id) { return "item \(number) can't wait for itself" }
    guard items.rows.isKnown(id, toWaitForOneOf: targets) else { return nil }
    return "\(items.words(for: id, titleLimit: Self.maxTitleLength)) waits for it already"
  }

  private func waits(_ id: PersistentIdentifier, for blockers: Set<PersistentIdentifier>) -> String {
    let only = blockers.count == 1 ? blockers.first.map { items.words(for: $0, titleLimit: Self.maxTitleLength) } : nil
    return "\(items.words(for: id, titleLimit: Self.maxTitleLength)) waits for \(only ?? "\(blockers.count) items")"
  }
}
