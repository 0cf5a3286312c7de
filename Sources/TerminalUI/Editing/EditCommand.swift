/// A command for a text being edited; keys are bound to them.
public enum EditCommand: Hashable, Sendable {
  /// Moves the cursor and drops the selection.
  case move(TextMotion)
  /// Moves the cursor and selects the text in between.
  case select(TextMotion)
  /// Deletes the selection, or up to the motion's target.
  case delete(TextMotion)
  /// Deletes as ``delete(_:)`` does, and keeps the text to be yanked; consecutive kills are one piece.
  case kill(TextMotion)
  /// Copies the selection, to be yanked.
  case copy
  /// Inserts the text that was killed last.
  case yank
  /// Right after a yank: replaces the inserted text with the one killed before it.
  case yankEarlier
  /// Selects everything.
  case selectAll
  /// Undoes the last change: a word typed, a deletion, a paste.
  case undo
  /// Redoes the change that was undone last.
  case redo
}

extension EditCommand {
  /// The keys that shells and editors share.
  public static let standardKeys: [Key: EditCommand] = [
    Key(.left): .move(.characterBack), "^b": .move(.characterBack),
    Key(.right): .move(.characterForward), "^f": .move(.characterForward),
    "C-Left": .move(.wordBack), "M-Left": .move(.wordBack), "M-b": .move(.wordBack),
    "C-Right": .move(.wordForward), "M-Right": .move(.wordForward), "M-f": .move(.wordForward),
    Key(.home): .move(.lineStart), "^a": .move(.lineStart), Key(.end): .move(.lineEnd), "^e": .move(.lineEnd),
    "C-Home": .move(.textStart), "M-<": .move(.textStart), "C-End": .move(.textEnd), "M->": .move(.textEnd),

    "S-Left": .select(.characterBack), "S-Right": .select(.characterForward),
    "S-C-Left": .select(.wordBack), "S-C-Right": .select(.wordForward),
    "S-Home": .select(.lineStart), "S-End": .select(.lineEnd),
    "S-C-Home": .select(.textStart), "S-C-End": .select(.textEnd), "M-a": .selectAll,

    Key(.backspace): .delete(.characterBack), "^h": .delete(.characterBack),
    Key(.delete): .delete(.characterForward), "^d": .delete(.characterForward),
    "^k": .kill(.lineEnd), "^u": .kill(.lineStart), "^w": .kill(.blankBack),
    "M-Backspace": .kill(.wordBack), "C-Backspace": .kill(.wordBack),
    "M-d": .kill(.wordForward), "M-Del": .kill(.wordForward), "C-Del": .kill(.wordForward),

    "M-w": .copy, "^y": .yank, "M-y": .yankEarlier,
    "^_": .undo, Key(.undo): .undo, "M-/": .redo, Key(.redo): .redo,
  ]
}

/// What a key did to a text being edited.
public enum EditAction: Hashable, Sendable {
  /// The text changed.
  case edited
  /// The cursor moved, or could not move further.
  case moved
  /// Enter, or another submit key: the text is complete.
  case submitted
  /// Escape: the text is dropped.
  case cancelled
  /// The key is not one of the view's.
  case ignored
}
