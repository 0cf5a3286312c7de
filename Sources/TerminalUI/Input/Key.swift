/// A key, with the modifiers held while it was pressed.
///
/// A key is written as in ``description``: `a`, `A`, `^d`, `M-x`, `Enter`, `C-Up`, `S-Tab`, `F5`.
public struct Key: Hashable, Sendable {
  /// Keys that change other keys.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits, in the order of the terminals' own encoding.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift; not set for characters, which show it themselves.
    public static let shift = Modifiers(rawValue: 1)
    /// Alt, or Meta.
    public static let alt = Modifiers(rawValue: 2)
    /// Control.
    public static let control = Modifiers(rawValue: 4)
  }

  /// A key without its modifiers.
  public enum Code: Hashable, Sendable {
    /// A key that types something.
    case character(Character)
    /// A function key, counted from 1.
    case function(Int)
    /// A key with a name.
    case named(Name)
  }

  /// The keys that have names; the raw value is what people read and write.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    /// The key that ends a line.
    case enter = "Enter"
    /// The tabulator.
    case tab = "Tab"
    /// Escape.
    case escape = "Esc"
    /// The key that deletes backwards.
    case backspace = "Backspace"
    /// The key that deletes forwards.
    case delete = "Del"
    /// Insert.
    case insert = "Ins"
    /// To the beginning.
    case home = "Home"
    /// To the end.
    case end = "End"
    /// A page up.
    case pageUp = "PgUp"
    /// A page down.
    case pageDown = "PgDn"
    /// Arrow up.
    case up = "Up"
    /// Arrow down.
    case down = "Down"
    /// Arrow left.
    case left = "Left"
    /// Arrow right.
    case right = "Right"

    // What follows is on few keyboards, but terminfo names it.

    /// The middle of the keypad.
    case begin = "Begin"
    /// Cancel.
    case cancel = "Cancel"
    /// Clears the screen.
    case clear = "Clear"
    /// Clears to the end of the line.
    case clearToEndOfLine = "ClearEOL"
    /// Clears to the end of the screen.
    case clearToEndOfScreen = "ClearEOS"
    /// Close.
    case close = "Close"
    /// Command.
    case command = "Command"
    /// Copy.
    case copy = "Copy"
    /// Create.
    case create = "Create"
    /// Deletes the line.
    case deleteLine = "DelLine"
    /// Inserts a line.
    case insertLine = "InsLine"
    /// Ends inserting.
    case endInsert = "EndIns"
    /// Exit.
    case exit = "Exit"
    /// Find.
    case find = "Find"
    /// Help.
    case help = "Help"
    /// The last line's beginning.
    case lowerLeft = "LowerLeft"
    /// Mark.
    case mark = "Mark"
    /// Message.
    case message = "Message"
    /// Move.
    case move = "Move"
    /// The next one.
    case next = "Next"
    /// Open.
    case open = "Open"
    /// Options.
    case options = "Options"
    /// The previous one.
    case previous = "Previous"
    /// Print.
    case print = "Print"
    /// Redo.
    case redo = "Redo"
    /// Reference.
    case reference = "Reference"
    /// Refresh.
    case refresh = "Refresh"
    /// Replace.
    case replace = "Replace"
    /// Restart.
    case restart = "Restart"
    /// Resume.
    case resume = "Resume"
    /// Save.
    case save = "Save"
    /// Scrolls forwards.
    case scrollDown = "ScrollDown"
    /// Scrolls backwards.
    case scrollUp = "ScrollUp"
    /// Select.
    case select = "Select"
    /// Sets a tabulator stop.
    case setTab = "SetTab"
    /// Clears a tabulator stop.
    case clearTab = "ClearTab"
    /// Clears all tabulator stops.
    case clearAllTabs = "ClearTabs"
    /// Suspend.
    case suspend = "Suspend"
    /// Undo.
    case undo = "Undo"
  }

  /// The key without its modifiers.
  public let code: Code
  /// The modifiers held.
  public let modifiers: Modifiers

  /// Creates a key.
  public init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// Creates a key that has a name.
  public init(_ name: Name, _ modifiers: Modifiers = []) { self.init(.named(name), modifiers) }

  /// Creates a key that types something.
  public init(_ character: Character, _ modifiers: Modifiers = []) { self.init(.character(character), modifiers) }

  /// The same key with more modifiers.
  public func adding(_ more: Modifiers) -> Key { Key(code, modifiers.union(more)) }

  /// The character it types without control or alt, for text fields.
  public var typed: Character? {
    guard case .character(let character) = code, modifiers.isDisjoint(with: [.control, .alt]) else { return nil }
    return character
  }
}
