extension ControlSequence {
  /// What the keyboard protocols tell in the part after a key's modifiers: 3 is the key going up.
  private static let keyUp = 3

  /// The key it stands for; nil if it stands for none.
  ///
  /// - Parameter shifted: Whether it began with SS3.
  func key(shifted: Bool) -> Key? {
    guard hasOnlyNumbers else { return nil }
    let fields = fields
    guard fields.count < 2 || fields[1].count < 2 || fields[1][1] != Self.keyUp else { return nil }
    let numbers = fields.map { $0.first ?? 0 }
    switch final {
    case UInt8(ascii: "~"): return Self.tilde(numbers, [])
    // rxvt tells Control so, and Control with Shift.
    case UInt8(ascii: "^") where !shifted: return Self.tilde(numbers, .control)
    case UInt8(ascii: "@") where !shifted: return Self.tilde(numbers, [.control, .shift])
    case UInt8(ascii: "u") where !shifted && !bytes.isEmpty: return Self.key(numbers[0], Self.modifiers(numbers, at: 1))
    // Some terminals send the modifier as the only parameter after SS3.
    default: return Self.letter(final, Self.modifiers(numbers, at: shifted ? numbers.count - 1 : 1), shifted)
    }
  }

  private static func modifiers(_ numbers: [Int], at index: Int) -> Key.Modifiers {
    guard numbers.indices.contains(index), (2...256).contains(numbers[index]) else { return [] }
    let bits = UInt8(numbers[index] - 1)
    // Meta (8) is told apart from Alt by few terminals and fewer people; the locks (64, 128) change nothing.
    return Key.Modifiers(rawValue: bits & 7).union(bits & 8 != 0 ? .alt : [])
  }

  private static func tilde(_ numbers: [Int], _ more: Key.Modifiers) -> Key? {
    guard let first = numbers.first else { return nil }
    if first == 27, numbers.count == 3 { return key(numbers[2], modifiers(numbers, at: 1)) }
    return KeyCodes.tilde[first].map { Key($0, modifiers(numbers, at: 1).union(more)) }
  }

  private static func letter(_ final: UInt8, _ modifiers: Key.Modifiers, _ shifted: Bool) -> Key? {
    if final == UInt8(ascii: "Z") { return shifted ? nil : Key(.tab, modifiers.union(.shift)) }
    let code = KeyCodes.letters[final] ?? (shifted ? KeyCodes.keypad[final] : nil)
    return code.map { Key($0, modifiers) }
  }

  /// A key told by its code point, as modifyOtherKeys and CSI u do.
  ///
  /// Shift is in the letter; with Control it is not told apart, as it never was.
  private static func key(_ code: Int, _ modifiers: Key.Modifiers) -> Key? {
    if let named = KeyCodes.numbered[code] { return Key(named, modifiers) }
    guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init),
      !KeyCodes.isReserved(scalar), scalar.properties.generalCategory != .control
    else { return nil }
    let character = Character(scalar)
    if modifiers.contains(.control) { return Key(single(character.lowercased()) ?? character, modifiers.withoutShift) }
    let typed = modifiers.contains(.shift) ? single(character.uppercased()) : nil
    return Key(typed ?? character, modifiers.withoutShift)
  }

  private static func single(_ text: String) -> Character? { text.count == 1 ? text.first : nil }
}

extension Key.Modifiers {
  fileprivate var withoutShift: Key.Modifiers { subtracting(.shift) }
}
