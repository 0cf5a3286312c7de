import DocketData
import Foundation
import SwiftData
import TerminalUI

/// New items.
extension ListScreen {
  func beginAddingPart() {
    guard let id = list.selectedID else { return }
    draft = Draft(.new(parent: id))
  }

  func add(_ submitted: Draft, to parent: PersistentIdentifier?) {
    closeDraft()
    let item = newItem(submitted.field.text, parent)
    if let parent { rows.unfold(parent) }
    let number = typeAhead.expectArrival()
    holdMoves()
    actions.perform(on: .none(of: rows.shownItems), total: 1) {
      try await $0.newItem(item)
    } completion: { [weak self] result in
      if case .success(let id) = result { self?.added(id, number) } else { self?.additionFailed(submitted, number) }
    }
  }

  /// What was typed, with what the filter says that all of its items have.
  private func newItem(_ text: String, _ parent: PersistentIdentifier?) -> NewItem {
    var item = QuickAdd(text, reference).newItem(timestamp: environment.now())
    item.parent = parent.map { .item($0) }
    item.list = item.list ?? listOfNewItems(parent)
    item.tags += tagsOfNewItems
    return item
  }

  /// The list that an item goes to if its text names none: that of the item it belongs to, or the one that is shown.
  func listOfNewItems(_ parent: PersistentIdentifier?) -> String? {
    if let parent { return rows.item(parent)?.list?.name }
    return query.terms.firstNonNil { term in
      guard case .list(let key) = term.condition, !term.isNegated else { return nil }
      return completionNames.list(key: key) ?? key
    }
  }

  /// The tags that are shown.
  var tagsOfNewItems: [String] {
    query.terms.compactMap { term in
      if case .tag(let key) = term.condition, !term.isNegated { key } else { nil }
    }
  }

  private func added(_ id: PersistentIdentifier, _ number: Int) {
    guard isShown(id) else {
      typeAhead.end(number)
      say("added \(words(for: id)), which is not amongst what is shown", offering: .filters)
      return resumeTypeAhead()
    }
    selectWhenListed(id, number: number)
  }

  /// Says where a new item went that would not have been seen.
  func sayWhere(_ index: Int) {
    let visible = list.selection.visible
    guard visible.count == list.selection.height, !visible.isEmpty, !visible.contains(index) else { return }
    let order = listing.orders(query)[0].words
    say("added \(index < visible.lowerBound ? "above" : "below"), as the list is \(order)", offering: .undo)
  }

  private func additionFailed(_ failed: Draft, _ number: Int) {
    typeAhead.end(number)
    restore(failed)
  }

  /// Adds pasted lines, each as it would be typed, in one transaction.
  func addLines(_ lines: [String], to parent: PersistentIdentifier?) {
    // They were pasted into the field of a new item.
    if draft != nil { closeDraft() }
    if let parent { rows.unfold(parent) }
    let (reference, now) = (reference, environment.now())
    let (list, tags) = (listOfNewItems(parent), tagsOfNewItems)
    actions.perform("adding", on: .none(of: rows.shownItems), total: lines.count) { handler in
      let items = lines.map { line in
        var item = QuickAdd(line, reference).newItem(timestamp: now)
        item.parent = parent.map { .item($0) }
        item.list = item.list ?? list
        item.tags += tags
        return item
      }
      return try await handler.newItems(items)
    } completion: { [weak self] result in
      guard let self, case .success(let ids) = result else { return }
      say("added \(ids.count.grouped) items", offering: .undo)
      if let first = ids.first, isShown(first) { selectWhenListed(first) }
    }
  }
}

extension Sequence {
  /// The first value that is one.
  fileprivate func firstNonNil<Value>(_ value: (Element) -> Value?) -> Value? {
    for element in self { if let value = value(element) { return value } }
    return nil
  }
}
