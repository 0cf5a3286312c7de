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
    case begin = "Begin"
    case cancel = "Cancel"
    case clear = "Clear"
    case clearToEndOfLine = "ClearEOL"
    case clearToEndOfScreen = "ClearEOS"
    case close = "Close"
    case command = "Command"
    case copy = "Copy"
    case create = "Create"
    case deleteLine = "DelLine"
    case insertLine = "InsLine"
    case endInsert = "EndIns"
    case exit = "Exit"
    case find = "Find"
    case help = "Help"
    case lowerLeft = "LowerLeft"
    case mark = "Mark"
    case message = "Message"
    case move = "Move"
    case next = "Next"
    case open = "Open"
    case options = "Options"
    case previous = "Previous"
    case print = "Print"
    case redo = "Redo"
    case reference = "Reference"
    case refresh = "Refresh"
    case replace = "Replace"
    case restart = "Restart"
    case resume = "Resume"
    case save = "Save"
    case scrollDown = "ScrollDown"
    case scrollUp = "ScrollUp"
    case select = "Select"
    case setTab = "SetTab"
    case clearTab = "ClearTab"
    case clearAllTabs = "ClearTabs"
    case suspend = "Suspend"
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
