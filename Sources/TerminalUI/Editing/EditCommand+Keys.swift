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
