import DocketData
import SwiftData
import TerminalUI

/// What is edited in an editor, and what was put aside there.
struct EditorDesk {
  /// How often one text is shown again before it is put aside: an editor that is a script may never get it right.
  static let mostRounds = 20

  /// Whether the editor has the terminal, or is about to get it.
  private(set) var isOpen = false
  /// What was typed and is not saved.
  private var putAside: [PersistentIdentifier: ItemEditing] = [:]
  private var hasWarned = false

  /// Opens the editor for an item.
  ///
  /// - Returns: what was put aside of it, or what it is now.
  mutating func begin(_ id: PersistentIdentifier, _ document: @autoclosure () -> ItemDocument) -> ItemEditing {
    isOpen = true
    return putAside.removeValue(forKey: id) ?? ItemEditing(document())
  }

  mutating func end() { isOpen = false }

  /// Keeps what is not saved until the item is edited again.
  mutating func putAside(_ editing: ItemEditing, of id: PersistentIdentifier) {
    if editing.holdsChanges { putAside[id] = editing }
    hasWarned = false
  }

  /// Whether something would be lost by leaving, and nobody has said so yet.
  mutating func mustWarn() -> Bool {
    guard !putAside.isEmpty, !hasWarned else { return false }
    hasWarned = true
    return true
  }
}
