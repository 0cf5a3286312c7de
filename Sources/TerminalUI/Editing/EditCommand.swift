/// What can be done to a text besides typing; keys stand for these.
public enum EditCommand: Hashable, Sendable {
  /// Moves the cursor; a selection is given up.
  case move(Motion)
  /// Moves the cursor and selects what lies between.
  case select(Motion)
  /// Removes the selection, or as far as the motion reaches.
  case delete(Motion)
  /// Removes as ``delete(_:)`` does, and keeps it to be yanked; one kill after another is one piece.
  case kill(Motion)
  /// Keeps the selection to be yanked, and leaves it in the text.
  case copy
  /// Inserts what was killed last.
  case yank
  /// Right after a yank: exchanges what it inserted for what was killed before that.
  case yankEarlier
  /// Selects everything.
  case selectAll
  /// Takes the last change back: a word typed, a deletion, a paste.
  case undo
  /// Makes the change again that was taken back last.
  case redo
}
