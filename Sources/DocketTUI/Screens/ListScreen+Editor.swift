import DocketData
import Foundation
import SwiftData
import TerminalUI

extension ListScreen {
  /// Shows the item in the editor, and saves what was changed in it.
  func editWhole() {
    guard !editor.isOpen, let application, let id = targets.only, let item = rows.item(id) else { return }
    // That it is kept is true no longer once it is open.
    dismissToast()
    let editing = editor.begin(id, ItemDocument(ItemValues(item), reference))
    // Keys that were typed ahead were meant for the editor, and must not do anything here.
    Task {
      await edit(editing, of: id, in: application)
      editor.end()
    }
  }

  private func edit(_ editing: ItemEditing, of id: PersistentIdentifier, in application: Application) async {
    var editing = editing
    for _ in 0..<EditorDesk.mostRounds {
      do {
        let name = "item-\(id.primaryKey ?? 0).md"
        let ending = try await application.openEditor(on: editing.text, named: name)
        guard resume(&editing, of: id, after: ending) else { return }
      } catch {
        return putAside(editing, of: id, because: error)
      }
    }
    if let problem = editing.problem { putAside(editing, of: id, because: problem) }
  }

  /// - Returns: whether the text is to be shown again.
  private func resume(
    _ editing: inout ItemEditing, of id: PersistentIdentifier, after ending: EditorEnding
  ) -> Bool {
    switch ending {
    case .failed(let reason, let text):
      if let text, text != editing.text { editing.keep(text, because: "\(reason)") }
      putAside(editing, of: id, because: reason)
      return false
    case .finished(let text): return follow(editing.take(text), &editing, of: id)
    }
  }

  private func follow(_ step: ItemEditing.Step, _ editing: inout ItemEditing, of id: PersistentIdentifier) -> Bool {
    switch step {
    case .again: return true
    case .nothing: break
    case .givenUp(let error): putAside(editing, of: id, because: error)
    case .save(let edit): save(edit, editing, of: id)
    }
    return false
  }

  private func putAside(_ editing: ItemEditing, of id: PersistentIdentifier, because reason: any Error) {
    editor.putAside(editing, of: id)
    // That there is no editor, or that it failed, is no failure of a save.
    actions.report(reason, of: reason is ChildError ? "not edited" : "not saved")
    if editing.holdsChanges { sayThatItIsKept() }
  }

  private func sayThatItIsKept() {
    say("What you typed is kept", offering: .editWhole)
  }

  private func save(_ edit: ItemEdit, _ editing: ItemEditing, of id: PersistentIdentifier) {
    let now = environment.now()
    actions.perform(on: item(id)) {
      try await $0.editItem(id: id, edit, from: editing.original, at: now)
    } completion: { [weak self] result in
      guard let self, case .failure(let error) = result else { return }
      if case ItemError.noSuchItem = error { return addAgain(editing.document.newItem(edit, at: now)) }
      var editing = editing
      if case ItemError.changedMeanwhile(let conflict) = error {
        editing.refuse(conflict)
      } else if error is CancellationError {
        editing.refuse("it was ended before it was saved.")
      } else {
        editing.refuse("\(error)")
      }
      stay()
      editor.putAside(editing, of: id)
      sayThatItIsKept()
    }
  }

  /// Somebody deleted the item meanwhile, but what was typed is not to be lost.
  private func addAgain(_ item: NewItem) {
    actions.perform(on: .none(of: rows.shownItems)) {
      try await $0.newItem(item)
    } completion: { [weak self] result in
      guard case .success(let id) = result else { return }
      self?.say("The item was deleted meanwhile: what you typed is a new one now")
      self?.selectWhenListed(id)
    }
  }
}

extension ListScreen {
  /// Leaves, unless something typed would be lost that nobody has warned of.
  func quit() {
    guard !editor.mustWarn() else {
      return say("What you typed in the editor is not saved; \(keys.keys(of: .quit).first ?? "quit") again drops it")
    }
    leave(.quit(status: 0))
  }
}
