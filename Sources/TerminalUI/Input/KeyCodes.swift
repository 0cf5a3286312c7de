/// The codes that terminals send for keys; xterm, VT220, rxvt and the Linux console agree on most.
enum KeyCodes {
  /// The key that a C0 control or DEL stands for.
  static func control(_ byte: UInt8) -> Key {
    switch byte {
    case 0x00: Key(" ", .control)
    case 0x09: Key(.tab)
    case 0x0A, 0x0D: Key(.enter)
    case 0x7F: Key(.backspace)
    case 0x01...0x1A: Key(Character(Unicode.Scalar(byte + 0x60)), .control)
    default: Key(Character(Unicode.Scalar(byte + 0x40)), .control)
    }
  }

  /// The letters that end CSI and SS3 sequences.
  static let letters: [UInt8: Key.Code] = [
    UInt8(ascii: "A"): .named(.up), UInt8(ascii: "B"): .named(.down), UInt8(ascii: "C"): .named(.right),
    UInt8(ascii: "D"): .named(.left), UInt8(ascii: "E"): .named(.begin), UInt8(ascii: "F"): .named(.end),
    UInt8(ascii: "H"): .named(.home), UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
    UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
  ]

  /// The keypad in application mode, after SS3.
  static let keypad: [UInt8: Key.Code] = {
    var codes: [UInt8: Key.Code] = [
      UInt8(ascii: "I"): .named(.tab), UInt8(ascii: "M"): .named(.enter), UInt8(ascii: "X"): .character("="),
    ]
    for (index, character) in "*+,-./0123456789".enumerated() {
      codes[UInt8(ascii: "j") + UInt8(index)] = .character(character)
    }
    return codes
  }()

  /// The first numbers of CSI sequences that end with `~`.
  static let tilde: [Int: Key.Code] = {
    var codes: [Int: Key.Code] = [
      1: .named(.home), 2: .named(.insert), 3: .named(.delete), 4: .named(.end), 5: .named(.pageUp),
      6: .named(.pageDown), 7: .named(.home), 8: .named(.end),
    ]
    let functions = [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34]
    for (index, number) in functions.enumerated() { codes[number] = .function(index + 1) }
    return codes
  }()

  /// Keys that the CSI u protocols send as a number.
  ///
  /// Source: https://sw.kovidgoyal.net/kitty/keyboard-protocol/#functional-key-definitions
  static let numbered: [Int: Key.Code] = {
    var codes: [Int: Key.Code] = [
      8: .named(.backspace), 9: .named(.tab), 13: .named(.enter), 27: .named(.escape), 127: .named(.backspace),
    ]
    for number in 13...35 { codes[57_376 + number - 13] = .function(number) }
    let keypad: [Key.Code] =
      "0123456789./*-+".map(Key.Code.character) + [.named(.enter), .character("="), .character(",")]
      + [.left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete, .begin].map(Key.Code.named)
    for (index, code) in keypad.enumerated() { codes[57_399 + index] = code }
    return codes
  }()

  /// Whether the protocols use the code point for keys that type nothing, such as Shift by itself.
  static func isReserved(_ scalar: Unicode.Scalar) -> Bool { (57_344...63_743).contains(scalar.value) }
}

/// The strings that a terminal sends for its keys, by its own description (terminfo).
struct KeyStrings: Sendable {
  private let keys: [[UInt8]: Key]
  /// The beginnings of strings that look like no control sequence, so nothing else recognizes them.
  private let beginnings: Set<[UInt8]>

  init(_ keys: [[UInt8]: Key]) {
    self.keys = keys
    let unusual = keys.keys.filter { $0.count > 1 && !Self.isControlSequence($0) }
    beginnings = Set(unusual.flatMap { string in (1..<string.count).map { Array(string.prefix($0)) } })
  }

  subscript(_ string: [UInt8]) -> Key? { keys[string] }

  /// Whether longer strings begin with this one.
  func isBeginning(_ string: [UInt8]) -> Bool { beginnings.contains(string) }

  private static func isControlSequence(_ string: [UInt8]) -> Bool {
    string.starts(with: ControlSequence.csi) || string.starts(with: ControlSequence.ss3)
  }
}
