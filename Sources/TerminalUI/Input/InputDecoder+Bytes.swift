extension InputDecoder {
  mutating func consume(_ byte: UInt8) {
    switch state {
    case .ground: consumeGround(byte, alt: false)
    case .scalar(let assembly, let alt): consumeScalar(byte, assembly, alt: alt)
    case .escape(let alt): consumeEscape(byte, alt: alt)
    case .control(let bytes, let alt): consumeControl(byte, bytes, alt: alt)
    case .singleShift(let bytes, let alt): consumeSingleShift(byte, bytes, alt: alt)
    case .linuxFunction: consumeLinuxFunction(byte)
    case .string(let introducer, let length): consumeString(byte, introducer, length)
    case .stringEnd: consumeStringEnd(byte)
    case .oldMouse(let missing): state = missing > 1 ? .oldMouse(missing: missing - 1) : .ground
    case .paste: consumePaste(byte)
    case .restOfPaste: consumeRest(byte)
    case .candidate(let bytes): consumeCandidate(byte, bytes)
    }
  }

  mutating func consumeGround(_ byte: UInt8, alt: Bool) {
    state = .ground
    if byte != 0x1B, !alt, consumeKeyString([byte]) { return }
    switch byte {
    case 0x1B: state = .escape(alt: false)
    case 0x00..<0x20, 0x7F: emit(controlKey(byte).adding(alt ? .alt : []))
    case 0x20..<0x7F: emit(character: Unicode.Scalar(byte), alt: alt)
    default: startScalar(byte, alt: alt)
    }
  }

  mutating func emit(character: Unicode.Scalar, alt: Bool) { emit(Key(Character(character), alt ? .alt : [])) }

  private func controlKey(_ byte: UInt8) -> Key {
    if let key = keyStrings[[byte]] { return key }
    switch byte {
    case 0x00: return Key(" ", .control)
    case 0x09: return Key(.tab)
    case 0x0A, 0x0D: return Key(.enter)
    case 0x7F: return Key(.backspace)
    case 0x01...0x1A: return Key(Character(Unicode.Scalar(byte + 0x60)), .control)
    default: return Key(Character(Unicode.Scalar(byte + 0x40)), .control)
    }
  }

  private mutating func startScalar(_ byte: UInt8, alt: Bool) {
    if let assembly = UTF8Assembly(first: byte) {
      state = .scalar(assembly, alt: alt)
    } else {
      emit(character: "\u{FFFD}", alt: alt)
    }
  }

  private mutating func consumeScalar(_ byte: UInt8, _ assembly: UTF8Assembly, alt: Bool) {
    var assembly = assembly
    switch assembly.append(byte) {
    case .more: state = .scalar(assembly, alt: alt)
    case .scalar(let scalar):
      state = .ground
      emitScalar(scalar, alt: alt)
    case .invalid:
      emit(character: "\u{FFFD}", alt: alt)
      consumeGround(byte, alt: false)
    }
  }

  /// A C1 control is no key: a terminal sends none to us, but hostile bytes can hold one.
  private mutating func emitScalar(_ scalar: Unicode.Scalar, alt: Bool) {
    emit(character: scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar, alt: alt)
  }
}
