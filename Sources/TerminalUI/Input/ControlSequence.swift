/// A finished CSI or SS3 sequence: parameters, and the letter that ends it (ECMA-48, section 5.4).
struct ControlSequence {
  let bytes: [UInt8]
  let final: UInt8

  var isPasteStart: Bool { final == UInt8(ascii: "~") && bytes.elementsEqual("200".utf8) }

  /// The whole sequence as a terminal sends it.
  func spelled(after introducer: Unicode.Scalar) -> [UInt8] { [0x1B, UInt8(ascii: introducer)] + bytes + [final] }

  func event(shifted: Bool) -> Event? {
    switch (bytes.first, final) {
    case (UInt8(ascii: "<"), UInt8(ascii: "M")), (UInt8(ascii: "<"), UInt8(ascii: "m")): mouse
    case (nil, UInt8(ascii: "I")) where !shifted: .focus(true)
    case (nil, UInt8(ascii: "O")) where !shifted: .focus(false)
    default: key(shifted: shifted).map(Event.key)
    }
  }

  /// The numbers between semicolons; one that is missing or too large is 0.
  var parameters: [Int] {
    bytes.drop { $0 == UInt8(ascii: "<") }.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
  }

  private var hasOnlyNumbers: Bool { bytes.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") } }

  private func key(shifted: Bool) -> Key? {
    guard hasOnlyNumbers else { return nil }
    let numbers = parameters
    switch final {
    case UInt8(ascii: "~"): return Self.tilde(numbers)
    case UInt8(ascii: "u"): return numbers.first.flatMap { Self.key(scalar: $0, Self.modifiers(numbers, at: 1)) }
    // Some terminals send the modifier as the only parameter after SS3.
    default: return Self.letter(final, Self.modifiers(numbers, at: shifted ? numbers.count - 1 : 1), shifted)
    }
  }

  private static func modifiers(_ numbers: [Int], at index: Int) -> Key.Modifiers {
    guard numbers.indices.contains(index), (2...16).contains(numbers[index]) else { return [] }
    let bits = UInt8(numbers[index] - 1)
    // Meta (8) is told apart from Alt by few terminals and fewer people.
    return Key.Modifiers(rawValue: bits & 7).union(bits & 8 != 0 ? .alt : [])
  }

  private static func tilde(_ numbers: [Int]) -> Key? {
    guard let first = numbers.first else { return nil }
    if first == 27, numbers.count == 3 { return key(scalar: numbers[2], modifiers(numbers, at: 1)) }
    return KeyCodes.tilde[first].map { Key($0, modifiers(numbers, at: 1)) }
  }

  private static func letter(_ final: UInt8, _ modifiers: Key.Modifiers, _ shifted: Bool) -> Key? {
    if final == UInt8(ascii: "Z") { return Key(.tab, modifiers.union(.shift)) }
    let code = KeyCodes.letters[final] ?? (shifted ? KeyCodes.keypad[final] : nil)
    return code.map { Key($0, modifiers) }
  }

  /// A key told by its scalar, as modifyOtherKeys and CSI u do.
  private static func key(scalar: Int, _ modifiers: Key.Modifiers) -> Key? {
    guard let value = UInt32(exactly: scalar), let scalar = Unicode.Scalar(value) else { return nil }
    if let name = KeyCodes.names[value] { return Key(name, modifiers) }
    guard scalar.properties.generalCategory != .control else { return nil }
    return Key(Character(scalar), modifiers.subtracting(.shift))
  }
}
