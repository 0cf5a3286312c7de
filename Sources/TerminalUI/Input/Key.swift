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

    /// Shift; not set for characters, which are upper case instead.
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
    /// Tab.
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

    // Few keyboards have the following keys, but terminfo names them.

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
    /// Sets a tab stop.
    case setTab = "SetTab"
    /// Clears a tab stop.
    case clearTab = "ClearTab"
    /// Clears all tab stops.
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

// MARK: - As people write it

extension Key: LosslessStringConvertible {
  /// The key as people write it.
  public var description: String {
    let alt = modifiers.contains(.alt) ? "M-" : ""
    let shift = modifiers.contains(.shift) ? "S-" : ""
    return alt + shift + control + base
  }

  private var control: String {
    guard modifiers.contains(.control) else { return "" }
    if case .character = code { return "^" }
    return "C-"
  }

  private var base: String {
    switch code {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .function(let number): "F\(number)"
    case .named(let name): name.rawValue
    }
  }

  /// Reads a key as people write it; nil if there is no such key.
  public init?(_ description: String) {
    var rest = Substring(description)
    var modifiers: Modifiers = []
    while let (modifier, length) = Self.prefix(of: rest) {
      modifiers.insert(modifier)
      rest = rest.dropFirst(length)
    }
    guard let code = Self.code(rest) else { return nil }
    self.init(code, modifiers)
  }

  private static func prefix(of text: Substring) -> (Modifiers, Int)? {
    if text.count > 1, text.hasPrefix("^") { return (.control, 1) }
    guard text.count > 2 else { return nil }
    switch text.prefix(2) {
    case "M-": return (.alt, 2)
    case "C-": return (.control, 2)
    case "S-": return (.shift, 2)
    default: return nil
    }
  }

  private static func code(_ text: Substring) -> Code? {
    if text == "Space" { return .character(" ") }
    if let name = Name(rawValue: String(text)) { return .named(name) }
    if text.count == 1 { return text.first.map(Code.character) }
    guard text.hasPrefix("F"), let number = Int(text.dropFirst()), (0...63).contains(number) else { return nil }
    return .function(number)
  }
}

extension Key: ExpressibleByStringLiteral {
  /// Creates a key from a literal such as `"^d"`; traps if the literal names no key.
  public init(stringLiteral value: String) {
    guard let key = Key(value) else { preconditionFailure("no such key: \(value)") }
    self = key
  }
}
