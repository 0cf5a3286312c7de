import DocketConfiguration
import DocketData
import Foundation
import SwiftData
import TerminalUI

/// Edits whole items in the person's editor, and keeps what could not be saved.
@MainActor
final class ItemEditor {
  /// How often a text is shown again before it becomes a draft: a script may never get it right.
  static let maxRounds = 20

  /// Whether the editor has the terminal, or is about to get it.
  private(set) var isOpen = false
  /// Typed texts that are not saved.
  private var drafts: [PersistentIdentifier: ItemEditing] = [:]

  // MARK: - Editing

  func edit(in screen: ListScreen) {
    let items = screen.items
    guard !isOpen, let id = items.targets.only, let item = items.rows.item(id) else { return }
    // "Kept as a draft" is no longer true.
    screen.notices.dismiss()
    isOpen = true
    // What was typed behind the command was meant for the editor.
    Waiting(screen).drop()
    let document = ItemDocument(ItemValues(item), screen.environment.reference)
    let editing = drafts.removeValue(forKey: id) ?? ItemEditing(document)
    Task {
      await edit(editing, of: id, in: screen)
      isOpen = false
    }
  }

  private func edit(_ editing: ItemEditing, of id: PersistentIdentifier, in screen: ListScreen) async {
    var editing = editing
    for _ in 0..<Self.maxRounds {
      do {
        let name = "item-\(id.primaryKey ?? 0).md"
        guard let ending = try await screen.terminal.openEditor(on: editing.text, named: name) else {
          return keep(editing, of: id)
        }
        guard take(ending, &editing, of: id, in: screen) else { return }
      } catch {
        return keep(editing, of: id, because: error, in: screen)
      }
    }
    if let problem = editing.problem { keep(editing, of: id, because: problem, in: screen) }
  }

  /// - Returns: whether the text is to be shown again.
  private func take(
    _ ending: EditorEnding, _ editing: inout ItemEditing, of id: PersistentIdentifier, in screen: ListScreen
  ) -> Bool {
    switch ending {
    case .failed(let reason, let text):
      if let text, text != editing.text { editing.keep(text, because: "\(reason)") }
      keep(editing, of: id, because: reason, in: screen)
      return false
    case .finished(let text):
      switch editing.take(text) {
      case .again: return true
      case .nothing: break
      case .givenUp(let error): keep(editing, of: id, because: error, in: screen)
      case .save(let edit): save(edit, editing, of: id, in: screen)
      }
      return false
    }
  }

  // MARK: - Saving

  private func save(_ edit: ItemEdit, _ editing: ItemEditing, of id: PersistentIdentifier, in screen: ListScreen) {
    let now = screen.environment.now()
    Changing(screen).perform(on: screen.items.target(id), unselecting: false) {
      try await $0.editItem(id: id, edit, from: editing.original, at: now)
    } saying: {
      screen.items.words(for: screen.items.target(id), movedWith: $0)
    } completion: { [self] result, _ in
      guard case .failure(let error) = result else { return }
      if case ItemError.noSuchItem = error { return Adding(screen).addAgain(editing.document.newItem(edit, at: now)) }
      var editing = editing
      if case ItemError.changedMeanwhile(let conflict) = error {
        editing.refuse(conflict)
      } else if error is CancellationError {
        editing.refuse("it was ended before it was saved.")
      } else {
        editing.refuse("\(error)")
      }
      screen.leaving.stay()
      keep(editing, of: id)
      Self.sayThatItIsKept(in: screen)
    }
  }

  // MARK: - Drafts

  /// Keeps an unsaved text until the item is edited again, and says why.
  private func keep(
    _ editing: ItemEditing, of id: PersistentIdentifier, because reason: any Error, in screen: ListScreen
  ) {
    keep(editing, of: id)
    // A missing or failing editor is no failed save.
    screen.changes.report(reason, of: reason is ChildError ? "not edited" : "not saved")
    if editing.holdsChanges { Self.sayThatItIsKept(in: screen) }
  }

  private func keep(_ editing: ItemEditing, of id: PersistentIdentifier) {
    if editing.holdsChanges { drafts[id] = editing }
  }

  private static func sayThatItIsKept(in screen: ListScreen) {
    screen.notices.say("Your text is kept as a draft", offering: .editWhole)
  }

  /// How many unsaved texts are kept.
  var draftCount: Int { drafts.count }
}
