import DocketConfiguration
import DocketData
import SwiftData
import TerminalUI

/// Edits notes in the place of the details, and keeps what could not be saved.
@MainActor
final class NotesEditor {
  /// Typed notes whose save failed while others were being edited.
  private var failed: [NotesLayer] = []

  /// Shows the details, and lets the person type in them.
  func begin(in screen: ListScreen) {
    guard let id = screen.items.targets.only, let item = screen.items.rows.item(id) else { return }
    // A longer text could only become shorter.
    guard item.notes.utf8.count <= Paste.limit else {
      let key = screen.keys.first(of: .editWhole) ?? "edit-whole"
      return screen.notices.refuse("\(Command.editNotes.entry.title): the notes are too long for it; \(key) edits them")
    }
    let panes = screen.panes
    let arrangement = panes.arrangement
    panes.focusDetail()
    screen.layers.open(
      NotesLayer(ItemValues(item), arrangement, roles: screen.environment.roles) { [panes] in panes.detailArea })
  }

  /// Saves what was typed, and has the panes as they were.
  func finish(_ layer: NotesLayer, in screen: ListScreen) {
    screen.panes.restore(layer.arrangement)
    if let typed = layer.typed { save(layer, typed, in: screen) }
    if let earlier = failed.popLast() { reopen(earlier, in: screen) }
  }

  /// Saves what is being typed, and what could not be saved before, as the program has to end.
  func saveBeforeLeaving(_ screen: ListScreen) {
    if let layer = screen.layers.overlay as? NotesLayer {
      screen.layers.closeOverlay()
      failed.append(layer)
    }
    for layer in failed {
      screen.panes.restore(layer.arrangement)
      if let typed = layer.typed { save(layer, typed, in: screen) }
    }
    failed = []
  }

  private func save(_ layer: NotesLayer, _ typed: String, in screen: ListScreen) {
    let (original, now) = (layer.original, screen.environment.now())
    screen.changes.dismissFailure()
    Changing(screen).perform(on: screen.items.target(original.id), unselecting: false) {
      try await $0.updateItems(ids: [original.id], ItemChanges(notes: typed), from: [original], at: now)
    } completion: { [self] result, _ in
      guard case .failure(let error) = result else { return }
      if case ItemError.noSuchItem = error { return Adding(screen).addAgain(original, ItemChanges(notes: typed)) }
      var layer = layer
      if case ItemError.changedMeanwhile(let conflict) = error {
        layer.original = conflict.current
        layer.isChangedElsewhere = true
        layer.problem = "not saved: \(conflict) ^s overwrites that with this."
      } else {
        layer.isChangedElsewhere = false
        layer.problem = "not saved: \(error) Esc tries again."
      }
      screen.leaving.stay()
      // What was pressed since was not meant for this text.
      Waiting(screen).drop()
      if screen.layers.overlay is NotesLayer { failed.append(layer) } else { reopen(layer, in: screen) }
    }
  }

  private func reopen(_ layer: NotesLayer, in screen: ListScreen) {
    screen.panes.focusDetail()
    screen.layers.open(layer)
    screen.terminal.setNeedsDisplay()
  }
}
