import DocketData
import Foundation
import SwiftData
import TerminalUI

/// Lines that are being typed.
extension ListScreen {
  func beginEditing() {
    guard let id = targets.only, let item = rows.item(id) else { return }
    draft = Draft(.edit(id), text: item.title)
    draft?.original = ItemValues(item)
  }

  func edit(_ key: Key) {
    if key == Key(.tab) { return draft?.complete(with: completionNames) ?? () }
    switch draft?.field.handle(key) {
    case .submitted: submit()
    case .cancelled: cancel()
    case .edited: textChanged()
    case .moved, .ignored, nil: break
    }
  }

  func textChanged() {
    draft?.isTouched = true
    draft?.completion = nil
    searchTextChanged()
  }

  /// Saves what was typed; if that fails, the text comes back to be corrected or tried again.
  private func submit() {
    guard let submitted = draft else { return }
    actions.dismissFailure()
    let text = submitted.field.text
    switch submitted.purpose {
    case .search: endSearching()
    case .new(let parent): add(submitted, to: parent)
    case .edit where text == submitted.initialText: closeDraft()
    case .edit(let id): save(submitted, ItemChanges(title: text), of: item(id))
    case .due where submitted.isUnchanged, .list where submitted.isUnchanged: closeDraft()
    case .rename(let thing): rename(thing, submitted)
    case .saveFilter(let query): saveFilter(query, submitted)
    case .tags(let targets): saveTags(submitted, of: targets)
    case .due(let targets): if let due = due(text) { save(submitted, ItemChanges(due: due), of: targets) }
    case .list(let targets): save(submitted, ItemChanges(list: Replacement(listName(text))), of: targets)
    }
  }

  private func saveTags(_ submitted: Draft, of targets: ItemTargets) {
    let words = TagWords(submitted.field.text, before: submitted.initialText)
    if words.isEmpty { closeDraft() } else { save(submitted, words.changes, of: targets) }
  }

  /// Gives up what is typed.
  private func cancel() {
    if draft?.isSearch == true { cancelSearching() } else { closeDraft() }
  }

  func closeDraft() { draft = failedDrafts.popLast() }

  private func save(_ submitted: Draft, _ changes: ItemChanges, of targets: ItemTargets) {
    closeDraft()
    let (originals, now) = (submitted.original.map { [$0] } ?? [], environment.now())
    perform(on: targets, unselecting: submitted.isAboutSelection) {
      try await $0.updateItems(ids: targets.identifiers(), changes, from: originals, at: now)
    } completion: { [weak self] result, isSelectedAgain in
      guard case .failure(let error) = result, let self else { return }
      var failed = submitted.refused(error)
      failed.isAboutSelection = isSelectedAgain
      restore(isSelectedAgain ? failed.aimed(at: self.targets) : failed)
    }
  }

  /// The list that the text names; nil for none.
  private func listName(_ text: String) -> String? {
    let name = text.trimmingCharacters(in: .whitespaces)
    return name.isEmpty || completionNames.saysNoList(name) ? nil : name
  }

  /// What the text says; nil if it is no date.
  private func due(_ text: String) -> Replacement<Date>? {
    if text.saysNone { return Replacement.none }
    return DatePhrase.span(of: text, reference).map { .value($0.due) }
  }

  func restore(_ failed: Draft) {
    stay()
    // They were not typed for this text.
    dropKeys()
    if draft == nil { draft = failed } else { failedDrafts.append(failed) }
  }
}
