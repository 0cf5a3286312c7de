/// What terminals send for keys: xterm, VT220, rxvt and the Linux console agree on most.
enum KeyCodes {
  static let letters: [UInt8: Key.Code] = [
    UInt8(ascii: "A"): .named(.up), UInt8(ascii: "B"): .named(.down), UInt8(ascii: "C"): .named(.right),
    UInt8(ascii: "D"): .named(.left), UInt8(ascii: "H"): .named(.home), UInt8(ascii: "F"): .named(.end),
    UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3),
    UInt8(ascii: "S"): .function(4),
  ]

  /// The keypad in application mode, after SS3.
  static let keypad: [UInt8: Key.Code] = {
    var codes: [UInt8: Key.Code] = [UInt8(ascii: "M"): .named(.enter), UInt8(ascii: "X"): .character("=")]
    for (index, character) in "*+,-./0123456789".enumerated() {
      codes[UInt8(ascii: "j") + UInt8(index)] = .character(character)
    }
    return codes
  }()

  static let tilde: [Int: Key.Code] = {
    var codes: [Int: Key.Code] = [
      1: .named(.home), 2: .named(.insert), 3: .named(.delete), 4: .named(.end), 5: .named(.pageUp),
      6: .named(.pageDown), 7: .named(.home), 8: .named(.end),
    ]
    let functions = [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34]
    for (index, number) in functions.enumerated() { codes[number] = .function(index + 1) }
    return codes
  }()

  static let names: [UInt32: Key.Name] = [9: .tab, 13: .enter, 27: .escape, 127: .backspace]
}
