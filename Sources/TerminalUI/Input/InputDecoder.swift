/// Decodes the bytes that a terminal sends into events.
///
/// A state machine without clock or input: it may be fed in pieces cut anywhere. A lone Escape cannot be told from
/// the beginning of a sequence, so while ``isWaiting`` the caller waits a moment and then calls ``flush()``.
/// Unknown sequences are swallowed whole; bytes that are not UTF-8 become U+FFFD.
public struct InputDecoder: Sendable {
  /// Longer sequences come from no keyboard; their end is still awaited, so that nothing of them leaks as text.
  private static let longestSequence = 64
  /// The longest string; after this many bytes without its end, the decoder listens to keys again.
  private static let longestString = 4096
  /// The bytes of the longest key or mouse report.
  private static let longestKey = 32

  private var state = InputState.ground
  private var events: [Event] = []
  /// Whether bytes are decoded again that turned out to be no string of ``keyStrings``.
  private var isReplaying = false
  private let keyStrings: KeyStrings

  /// Creates a decoder.
  ///
  /// - Parameter keyStrings: What this terminal sends for keys, beyond what is generally known.
  public init(keyStrings: [[UInt8]: Key] = [:]) { self.keyStrings = KeyStrings(keyStrings) }

  /// Whether the bytes so far could be a whole key or the beginning of more.
  ///
  /// False within a paste, a scalar, the numbers of a sequence or a string, however slow the line is: those are no
  /// keys by themselves.
  public var isWaiting: Bool { state.isWaiting }

  /// Whether no sequence has begun.
  public var isAtRest: Bool { state.isAtRest }

  /// Whether something has begun that takes every byte until its end: a paste, a string or a mouse report.
  ///
  /// The end may never come: after some seconds without a byte, the caller calls ``giveUp()``.
  public var isInside: Bool { state.isInside }

  /// Whether bytes are held that may be the rest of a paste that was given up, or a key.
  ///
  /// After a moment without further bytes, the caller calls ``settleRest()``.
  public var holdsRest: Bool { state.holdsRest }

  // MARK: - Decoding

  /// Decodes more bytes.
  ///
  /// - Returns: The events they complete.
  /// - Complexity: linear in the number of bytes.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [Event] {
    for byte in bytes { consume(byte) }
    return takeEvents()
  }

  /// Decides what the waiting bytes are, because no more belong to them.
  public mutating func flush() -> [Event] {
    guard isWaiting else { return [] }
    let waiting = state
    state = .ground
    if let key = keyStrings[waiting.spelling] { emit(key) } else { settle(waiting) }
    return takeEvents()
  }

  /// Gives up what has begun, because its end does not come or went to another program.
  ///
  /// What was pasted so far is delivered as a truncated paste. Its rest may still come, on a slow line, and must
  /// not become keys: what comes next is held until ``settleRest()``.
  public mutating func giveUp() -> [Event] {
    switch state {
    case .paste(let assembly), .restOfPaste(let assembly): deliverTruncated(assembly)
    default: state = .ground
    }
    return takeEvents()
  }

  /// Holds the bytes that come next, as after a paste that was given up.
  mutating func expectRest() { state = .restOfPaste(PasteAssembly()) }

  /// Decides what the held bytes are: a single key, which ends the holding, or else pasted text.
  public mutating func settleRest() -> [Event] {
    guard case .restOfPaste(let rest) = state, !rest.isEmpty else { return [] }
    if let event = single(rest.everything) {
      state = .ground
      events.append(event)
    } else {
      deliverTruncated(rest)
    }
    return takeEvents()
  }

  private mutating func emit(_ key: Key) { events.append(.key(key)) }

  private mutating func emitEscapes(_ count: Int) {
    for _ in 0..<count { emit(Key(.escape)) }
  }

  private mutating func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }

  private mutating func consume(_ byte: UInt8) {
    switch state {
    case .ground: consumeGround(byte, alt: false)
    case .scalar(let assembly, let alt): consumeScalar(byte, assembly, alt: alt)
    case .escape(let alt): consumeEscape(byte, alt: alt)
    case .csi(let bytes, let alt): consumeCSI(byte, bytes, alt: alt)
    case .ss3(let bytes, let alt): consumeSS3(byte, bytes, alt: alt)
    case .linuxFunction: consumeLinuxFunction(byte)
    case .string(let introducer, let length): consumeString(byte, introducer, length)
    case .stringEnd: consumeStringEnd(byte)
    case .x10Mouse(let missing): state = missing > 1 ? .x10Mouse(missing: missing - 1) : .ground
    case .paste: consumePaste(byte)
    case .restOfPaste: consumeRest(byte)
    case .candidate(let bytes): consumeCandidate(byte, bytes)
    }
  }
}

// MARK: - Characters

extension InputDecoder {
  private mutating func consumeGround(_ byte: UInt8, alt: Bool) {
    state = .ground
    if byte != 0x1B, !alt, consumeKeyString([byte]) { return }
    switch byte {
    case 0x1B: state = .escape(alt: false)
    case 0x00..<0x20, 0x7F: emit((keyStrings[[byte]] ?? KeyCodes.control(byte)).adding(alt ? .alt : []))
    case 0x20..<0x7F: emit(character: Unicode.Scalar(byte), alt: alt)
    default: startScalar(byte, alt: alt)
    }
  }

  private mutating func emit(character: Unicode.Scalar, alt: Bool) { emit(Key(Character(character), alt ? .alt : [])) }

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
      // A terminal sends no C1 control for a key, but hostile bytes can hold one.
      emit(character: scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar, alt: alt)
    case .invalid:
      emit(character: "\u{FFFD}", alt: alt)
      consumeGround(byte, alt: false)
    }
  }
}

// MARK: - Escape sequences

extension InputDecoder {
  private mutating func consumeEscape(_ byte: UInt8, alt: Bool) {
    if !alt, consumeKeyString([0x1B, byte]) { return }
    switch byte {
    case 0x1B:
      // Of three, the first was pressed by itself.
      if alt { emitEscapes(1) }
      state = .escape(alt: true)
    case UInt8(ascii: "["): state = .csi([], alt: alt)
    case UInt8(ascii: "O"): state = .ss3([], alt: alt)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      if alt { emitEscapes(1) }
      state = .string(introducer: byte, length: 0)
    default:
      if alt { emitEscapes(1) }
      consumeGround(byte, alt: true)
    }
  }

  private mutating func consumeCSI(_ byte: UInt8, _ bytes: [UInt8], alt: Bool) {
    switch byte {
    case UInt8(ascii: "[") where bytes.isEmpty: begin(.linuxFunction, alt: alt)
    case UInt8(ascii: "M") where bytes.isEmpty && keyStrings[ControlSequence.csi + [byte]] == nil:
      begin(.x10Mouse(missing: 3), alt: alt)
    case UInt8(ascii: "$"): consumeDollar(bytes, alt: alt)
    case 0x20..<0x40: state = .csi(Self.lengthened(bytes, by: byte), alt: alt)
    case 0x40..<0x7F: finish(ControlSequence(bytes: bytes, final: byte), isSS3: false, alt: alt)
    default:
      if alt { emitEscapes(1) }
      consumeGround(byte, alt: false)
    }
  }

  /// Some terminals end the strings of shifted keys with `$`, which elsewhere comes before the end.
  private mutating func consumeDollar(_ bytes: [UInt8], alt: Bool) {
    let dollar = UInt8(ascii: "$")
    guard let key = keyStrings[ControlSequence.csi + bytes + [dollar]] else {
      return state = .csi(Self.lengthened(bytes, by: dollar), alt: alt)
    }
    state = .ground
    emit(key.adding(alt ? .alt : []))
  }

  private mutating func consumeSS3(_ byte: UInt8, _ bytes: [UInt8], alt: Bool) {
    switch byte {
    case 0x30..<0x3C: state = .ss3(Self.lengthened(bytes, by: byte), alt: alt)
    case 0x40..<0x7F: finish(ControlSequence(bytes: bytes, final: byte), isSS3: true, alt: alt)
    default:
      if alt { emitEscapes(1) }
      if bytes.isEmpty { emit(Key("O", .alt)) }
      consumeGround(byte, alt: false)
    }
  }

  private static func lengthened(_ bytes: [UInt8], by byte: UInt8) -> [UInt8] {
    bytes.count < longestSequence ? bytes + [byte] : bytes
  }

  private mutating func finish(_ sequence: ControlSequence, isSS3: Bool, alt: Bool) {
    if let key = keyStrings[sequence.spelled(isSS3: isSS3)] ?? sequence.key(isSS3: isSS3) {
      state = .ground
      return emit(key.adding(alt ? .alt : []))
    }
    begin(!isSS3 && sequence.isPasteStart ? .paste(PasteAssembly()) : .ground, alt: alt)
    if !isSS3, let event = sequence.report { events.append(event) }
  }

  /// Enters a state that stands for no key, so an ESC before it was one.
  private mutating func begin(_ next: InputState, alt: Bool) {
    if alt { emitEscapes(1) }
    state = next
  }

  private mutating func consumeLinuxFunction(_ byte: UInt8) {
    state = .ground
    switch byte {
    case 0x41...0x45: emit(Key(.function(Int(byte) - 0x40)))
    case 0x20..<0x7F: break
    default: consumeGround(byte, alt: false)
    }
  }

  /// BEL and ESC \ end a string; an ESC that begins something else ends it too, so that Escape always helps.
  private mutating func consumeString(_ byte: UInt8, _ introducer: UInt8, _ length: Int) {
    switch byte {
    case 0x07, 0x18, 0x1A: state = .ground
    case 0x1B: state = .stringEnd
    default: state = length < Self.longestString ? .string(introducer: introducer, length: length + 1) : .ground
    }
  }

  private mutating func consumeStringEnd(_ byte: UInt8) {
    state = .escape(alt: false)
    if byte == UInt8(ascii: "\\") { state = .ground } else { consumeEscape(byte, alt: false) }
  }

  /// Emits the keys that an unfinished sequence stands for.
  private mutating func settle(_ waiting: InputState) {
    switch waiting {
    case .escape(let alt): emitEscapes(alt ? 2 : 1)
    case .stringEnd: emitEscapes(1)
    case .csi(_, let alt): settle(introducer: "[", alt: alt)
    case .ss3(_, let alt): settle(introducer: "O", alt: alt)
    case .string(let introducer, 0): emit(Key(Character(Unicode.Scalar(introducer)), .alt))
    case .candidate(let bytes): replay(bytes)
    default: break
    }
  }

  /// Alt and the letter that begins sequences.
  private mutating func settle(introducer: Character, alt: Bool) {
    if alt { emitEscapes(1) }
    emit(Key(introducer, .alt))
  }
}

// MARK: - Pastes

extension InputDecoder {
  private mutating func consumePaste(_ byte: UInt8) {
    guard case .paste(var assembly) = state else { return }
    // Emptied meanwhile: with two owners each byte would copy the whole paste.
    state = .ground
    if let paste = assembly.append(byte) {
      events.append(.paste(paste))
    } else {
      state = .paste(assembly)
    }
  }

  private mutating func consumeRest(_ byte: UInt8) {
    guard case .restOfPaste(var rest) = state else { return }
    // Emptied meanwhile: with two owners each byte would copy all of it.
    state = .ground
    if let paste = rest.append(byte) {
      if !paste.text.isEmpty { events.append(.paste(paste)) }
    } else {
      state = rest.isStart ? .paste(PasteAssembly()) : .restOfPaste(rest)
    }
  }

  private mutating func deliverTruncated(_ assembly: PasteAssembly) {
    if !assembly.isEmpty { events.append(.paste(assembly.truncated)) }
    expectRest()
  }

  /// The event that bytes stand for if it is exactly one.
  private func single(_ bytes: [UInt8]) -> Event? {
    guard bytes.count <= Self.longestKey else { return nil }
    var decoder = self
    (decoder.state, decoder.events) = (.ground, [])
    let events = decoder.decode(bytes) + decoder.flush()
    guard decoder.isAtRest, events.count == 1 else { return nil }
    return events[0]
  }
}

// MARK: - The terminal's own strings

extension InputDecoder {
  /// Takes the bytes for a string of ``keyStrings``, if one begins or ends so.
  ///
  /// - Returns: Whether it did.
  private mutating func consumeKeyString(_ bytes: [UInt8]) -> Bool {
    guard !isReplaying else { return false }
    if keyStrings.isBeginning(bytes) {
      state = .candidate(bytes)
      return true
    }
    guard bytes.count > 1, let key = keyStrings[bytes] else { return false }
    state = .ground
    emit(key)
    return true
  }

  private mutating func consumeCandidate(_ byte: UInt8, _ bytes: [UInt8]) {
    guard !consumeKeyString(bytes + [byte]) else { return }
    state = .ground
    if let key = keyStrings[bytes] { emit(key) } else { replay(bytes) }
    consume(byte)
  }

  /// Decodes bytes that are no string of the table after all.
  private mutating func replay(_ bytes: [UInt8]) {
    isReplaying = true
    defer { isReplaying = false }
    for byte in bytes { consume(byte) }
  }
}
