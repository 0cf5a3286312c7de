/// Something a person can do in the list, by the name that the configuration file knows it by.
public enum Command: String, CaseIterable, Sendable {
  // Items
  case add
  case addSubitem = "add-subitem"
  case edit
  case editWhole = "edit-whole"
  case done
  case touch
  case delete
  case undo
  case redo
  case raisePriority = "raise-priority"
  case lowerPriority = "lower-priority"
  case tags
  case due
  case list
  case copy
  case moveDown = "move-down"
  case moveUp = "move-up"
  // Finding
  case search
  case nextMatch = "next-match"
  case previousMatch = "previous-match"
  case filters
  case saveFilter = "save-filter"
  case sort
  case reverse
  // Selection
  case select
  case selectRange = "select-range"
  case selectAll = "select-all"
  // Moving
  case down
  case up
  case halfPageDown = "half-page-down"
  case halfPageUp = "half-page-up"
  case pageDown = "page-down"
  case pageUp = "page-up"
  case top
  case bottom
  // Panes
  case open
  case nextPane = "next-pane"
  case sidebar
  case fold
  // Program
  case palette
  case help
  case mouse
  case suspend
  case quit

  /// Its keys and words.
  ///
  /// - Complexity: O(1).
  public var entry: CommandEntry {
    // Sound: a test says that the table has every command.
    CommandEntry.byCommand[self]!
  }
}
