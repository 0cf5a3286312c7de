extension InputDecoder {
  /// Longer ones come from no keyboard; their end is still awaited, so that nothing of them leaks as text.
  private static let longestSequence = 64
  /// A reply to a question nobody asked; after this the decoder listens to keys again.
  private static let longestString = 4096

  mutating func consumeEscape(_ byte: UInt8) {
    switch byte {
    case 0x1B: emit(Key(.escape))
    case UInt8(ascii: "["): state = .control([])
    case UInt8(ascii: "O"): state = .singleShift([])
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      state = .string(introducer: byte, length: 0)
    default: consumeGround(byte, alt: true)
    }
  }

  mutating func consumeControl(_ byte: UInt8, _ bytes: [UInt8]) {
    switch byte {
    case UInt8(ascii: "[") where bytes.isEmpty: state = .linuxFunction
    case UInt8(ascii: "M") where bytes.isEmpty: state = .oldMouse(missing: 3)
    case 0x20..<0x40: state = .control(bytes.count < Self.longestSequence ? bytes + [byte] : bytes)
    case 0x40..<0x7F: finish(ControlSequence(bytes: bytes, final: byte))
    default: consumeGround(byte, alt: false)
    }
  }

  mutating func consumeSingleShift(_ byte: UInt8, _ bytes: [UInt8]) {
    switch byte {
    case 0x30..<0x3C: state = .singleShift(bytes.count < Self.longestSequence ? bytes + [byte] : bytes)
    case 0x40..<0x7F: finish(ControlSequence(bytes: bytes, final: byte), shifted: true)
    default:
      if bytes.isEmpty { emit(Key("O", .alt)) }
      consumeGround(byte, alt: false)
    }
  }

  mutating func consumeLinuxFunction(_ byte: UInt8) {
    state = .ground
    switch byte {
    case 0x41...0x45: emit(Key(.function(Int(byte) - 0x40)))
    case 0x20..<0x7F: break
    default: consumeGround(byte, alt: false)
    }
  }

  /// BEL and ESC \ end a string; an ESC that begins something else ends it too, so that Escape always helps.
  mutating func consumeString(_ byte: UInt8, _ introducer: UInt8, _ length: Int) {
    switch byte {
    case 0x07, 0x18, 0x1A: state = .ground
    case 0x1B: state = .stringEnd
    default: state = length < Self.longestString ? .string(introducer: introducer, length: length + 1) : .ground
    }
  }

  mutating func consumeStringEnd(_ byte: UInt8) {
    state = .escape
    if byte == UInt8(ascii: "\\") { state = .ground } else { consumeEscape(byte) }
  }

  private mutating func finish(_ sequence: ControlSequence, shifted: Bool = false) {
    state = .ground
    if let key = keyStrings[sequence.spelled(after: shifted ? "O" : "[")] { return emit(key) }
    if !shifted, sequence.isPasteStart { return state = .paste(PasteAssembly()) }
    if let event = sequence.event(shifted: shifted) { events.append(event) }
  }

  mutating func consumePaste(_ byte: UInt8) {
    guard case .paste(var assembly) = state else { return }
    // Emptied meanwhile: with two owners each byte would copy the whole paste.
    state = .ground
    if let paste = assembly.append(byte) {
      events.append(.paste(paste))
    } else {
      state = .paste(assembly)
    }
  }
}
