extension InputDecoder {
  /// Longer ones come from no keyboard; their end is still awaited, so that nothing of them leaks as text.
  private static let longestSequence = 64
  /// A reply to a question nobody asked; after this the decoder listens to keys again.
  private static let longestString = 4096

  mutating func consumeEscape(_ byte: UInt8, alt: Bool) {
    if !alt, consumeKeyString([0x1B, byte]) { return }
    switch byte {
    case 0x1B: consumeSecondEscape(alt: alt)
    case UInt8(ascii: "["): state = .control([], alt: alt)
    case UInt8(ascii: "O"): state = .singleShift([], alt: alt)
    default:
      if alt { emitEscapes(1) }
      consumeAfterEscape(byte)
    }
  }

  /// Of three, the first was pressed by itself.
  private mutating func consumeSecondEscape(alt: Bool) {
    if alt { emitEscapes(1) }
    state = .escape(alt: true)
  }

  private mutating func consumeAfterEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      state = .string(introducer: byte, length: 0)
    default: consumeGround(byte, alt: true)
    }
  }

  mutating func consumeControl(_ byte: UInt8, _ bytes: [UInt8], alt: Bool) {
    switch byte {
    case UInt8(ascii: "[") where bytes.isEmpty: begin(.linuxFunction, alt: alt)
    case UInt8(ascii: "M") where bytes.isEmpty && keyStrings[ControlSequence.introducer + [byte]] == nil:
      begin(.oldMouse(missing: 3), alt: alt)
    case 0x20..<0x40: lengthen(bytes, byte, alt: alt)
    case 0x40..<0x7F: finish(ControlSequence(bytes: bytes, final: byte), alt: alt)
    default: interrupt(byte, alt: alt)
    }
  }

  /// Some terminals end the strings of shifted keys with `$`, which elsewhere comes before the end.
  private mutating func lengthen(_ bytes: [UInt8], _ byte: UInt8, alt: Bool) {
    if byte == UInt8(ascii: "$"), let key = keyStrings[ControlSequence.introducer + bytes + [byte]] {
      state = .ground
      return emit(key.adding(alt ? .alt : []))
    }
    state = .control(bytes.count < Self.longestSequence ? bytes + [byte] : bytes, alt: alt)
  }

  mutating func consumeSingleShift(_ byte: UInt8, _ bytes: [UInt8], alt: Bool) {
    switch byte {
    case 0x30..<0x3C:
      state = .singleShift(bytes.count < Self.longestSequence ? bytes + [byte] : bytes, alt: alt)
    case 0x40..<0x7F: finish(ControlSequence(bytes: bytes, final: byte), shifted: true, alt: alt)
    default:
      if alt { emitEscapes(1) }
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
    state = .escape(alt: false)
    if byte == UInt8(ascii: "\\") { state = .ground } else { consumeEscape(byte, alt: false) }
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

  private mutating func finish(_ sequence: ControlSequence, shifted: Bool = false, alt: Bool) {
    if let key = keyStrings[sequence.spelled(shifted: shifted)] ?? sequence.key(shifted: shifted) {
      state = .ground
      return emit(key.adding(alt ? .alt : []))
    }
    begin(!shifted && sequence.isPasteStart ? .paste(PasteAssembly()) : .ground, alt: alt)
    if !shifted, let event = sequence.report { events.append(event) }
  }

  /// What begins or ends now is no key, so an ESC before it was one.
  private mutating func begin(_ next: State, alt: Bool) {
    if alt { emitEscapes(1) }
    state = next
  }

  private mutating func interrupt(_ byte: UInt8, alt: Bool) {
    if alt { emitEscapes(1) }
    consumeGround(byte, alt: false)
  }
}
