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
