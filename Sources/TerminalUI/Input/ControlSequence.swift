/// A finished CSI or SS3 sequence: its parameters and the letter that ends it (ECMA-48, section 5.4).
struct ControlSequence {
  static let csi = [0x1B, UInt8(ascii: "[")]
  static let ss3 = [0x1B, UInt8(ascii: "O")]

  let bytes: [UInt8]
  let final: UInt8

  var isPasteStart: Bool { final == UInt8(ascii: "~") && bytes.elementsEqual("200".utf8) }

  /// The whole sequence as a terminal sends it.
  func spelled(isSS3: Bool) -> [UInt8] { (isSS3 ? Self.ss3 : Self.csi) + bytes + [final] }

  /// The event of a CSI sequence that reports the mouse or the focus; nil for all others.
  var report: Event? {
    switch (bytes.first, final) {
    case (UInt8(ascii: "<"), UInt8(ascii: "M")), (UInt8(ascii: "<"), UInt8(ascii: "m")): mouse
    case (nil, UInt8(ascii: "I")): .focus(true)
    case (nil, UInt8(ascii: "O")): .focus(false)
    default: nil
    }
  }

  /// The parameters between semicolons, each with its parts between colons.
  ///
  /// A number that is missing, or larger than terminals send, is 0.
  private var fields: [[Int]] {
    bytes.drop { $0 == UInt8(ascii: "<") }.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { $0.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(Self.number) }
  }

  private var hasOnlyNumbers: Bool { bytes.allSatisfy { (0x30...0x3B).contains($0) } }

  private static func number(_ digits: some Sequence<UInt8>) -> Int {
    let value = UInt32(String(decoding: Array(digits), as: UTF8.self)) ?? 0
    return value <= largestNumber ? Int(value) : 0
  }

  /// The last code point, which is more than any other number that a terminal sends.
  private static let largestNumber: UInt32 = 0x10FFFF
}

// MARK: - Keys

extension ControlSequence {
  /// The event type, after a key's modifiers, with which keyboard protocols report that a key was released.
  private static let release = 3

  /// The key that the sequence stands for; nil if it stands for none.
  func key(isSS3: Bool) -> Key? {
    guard hasOnlyNumbers else { return nil }
    let fields = fields
    guard fields.count < 2 || fields[1].count < 2 || fields[1][1] != Self.release else { return nil }
    let numbers = fields.map { $0.first ?? 0 }
    switch final {
    case UInt8(ascii: "~"): return Self.tilde(numbers, [])
    // How rxvt sends Control, and Control with Shift.
    case UInt8(ascii: "^") where !isSS3: return Self.tilde(numbers, .control)
    case UInt8(ascii: "@") where !isSS3: return Self.tilde(numbers, [.control, .shift])
    case UInt8(ascii: "u") where !isSS3 && !bytes.isEmpty: return Self.key(numbers[0], Self.modifiers(numbers, at: 1))
    // Some terminals send the modifiers as the only parameter after SS3.
    default: return Self.letter(final, Self.modifiers(numbers, at: isSS3 ? numbers.count - 1 : 1), isSS3: isSS3)
    }
  }

  private static func modifiers(_ numbers: [Int], at index: Int) -> Key.Modifiers {
    guard numbers.indices.contains(index), (2...256).contains(numbers[index]) else { return [] }
    let bits = UInt8(numbers[index] - 1)
    // Few terminals, and fewer people, tell Meta (8) from Alt; the locks (64, 128) change nothing.
    return Key.Modifiers(rawValue: bits & 7).union(bits & 8 != 0 ? .alt : [])
  }

  private static func tilde(_ numbers: [Int], _ more: Key.Modifiers) -> Key? {
    guard let first = numbers.first else { return nil }
    if first == 27, numbers.count == 3 { return key(numbers[2], modifiers(numbers, at: 1)) }
    return KeyCodes.tilde[first].map { Key($0, modifiers(numbers, at: 1).union(more)) }
  }

  private static func letter(_ final: UInt8, _ modifiers: Key.Modifiers, isSS3: Bool) -> Key? {
    if final == UInt8(ascii: "Z") { return isSS3 ? nil : Key(.tab, modifiers.union(.shift)) }
    let code = KeyCodes.letters[final] ?? (isSS3 ? KeyCodes.keypad[final] : nil)
    return code.map { Key($0, modifiers) }
  }

  /// A key sent as its code point, as modifyOtherKeys and CSI u do.
  ///
  /// Shift is in the letter; with Control it is dropped, as terminals always did.
  private static func key(_ code: Int, _ modifiers: Key.Modifiers) -> Key? {
    if let named = KeyCodes.numbered[code] { return Key(named, modifiers) }
    guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init),
      !KeyCodes.isReserved(scalar), scalar.properties.generalCategory != .control
    else { return nil }
    let character = Character(scalar)
    let withoutShift = modifiers.subtracting(.shift)
    if modifiers.contains(.control) { return Key(single(character.lowercased()) ?? character, withoutShift) }
    let typed = modifiers.contains(.shift) ? single(character.uppercased()) : nil
    return Key(typed ?? character, withoutShift)
  }

  private static func single(_ text: String) -> Character? { text.count == 1 ? text.first : nil }
}

// MARK: - The mouse

extension ControlSequence {
  /// An SGR mouse report: button and modifiers, column, row; the letter tells press from release.
  private var mouse: Event? {
    let numbers = fields.map { $0.first ?? 0 }
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0, let action = mouseAction(numbers[0]) else { return nil }
    let position = Point(x: numbers[1] - 1, y: numbers[2] - 1)
    return .mouse(MouseEvent(action, at: position, modifiers: Self.mouseModifiers(numbers[0])))
  }

  private func mouseAction(_ code: Int) -> MouseEvent.Action? {
    let button = code & 3
    switch code & ~(3 | 4 | 8 | 16) {
    case 0: return final == UInt8(ascii: "m") ? .release(button) : .press(button)
    case 32: return button == 3 ? .move : .drag(button)
    case 64: return [.wheelUp, .wheelDown, .wheelLeft, .wheelRight][button]
    default: return nil
    }
  }

  private static func mouseModifiers(_ code: Int) -> Key.Modifiers {
    var modifiers: Key.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    return modifiers
  }
}
