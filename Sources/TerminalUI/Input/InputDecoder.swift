/// Turns the bytes of a terminal into events.
///
/// A state machine without clock or input: it may be fed in pieces cut anywhere. A lone Escape cannot be told from
/// the beginning of a sequence, so the caller waits a moment while ``isWaiting`` and then calls ``flush()``.
/// Sequences it does not know are swallowed whole; bytes that are not UTF-8 become U+FFFD.
public struct InputDecoder: Sendable {
  enum State: Sendable {
    case ground
    case scalar(UTF8Assembly, alt: Bool)
    case escape
    case control([UInt8])
    case singleShift([UInt8])
    case linuxFunction
    case string(introducer: UInt8, length: Int)
    case stringEnd
    case oldMouse(missing: Int)
    case paste(PasteAssembly)
  }

  var state = State.ground
  var events: [Event] = []
  let keyStrings: [[UInt8]: Key]

  /// Creates a decoder.
  ///
  /// - Parameter keyStrings: What this terminal sends for keys, beyond what is generally known.
  public init(keyStrings: [[UInt8]: Key] = [:]) { self.keyStrings = keyStrings }

  /// Whether the bytes so far could be a whole key or the beginning of more.
  ///
  /// False within a paste: what was pasted must not turn into keys because the line was slow.
  public var isWaiting: Bool {
    switch state {
    case .ground, .paste: false
    default: true
    }
  }

  /// Decodes more bytes.
  ///
  /// - Returns: The events they complete.
  /// - Complexity: linear in the number of bytes.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [Event] {
    for byte in bytes { consume(byte) }
    return takeEvents()
  }

  /// Decides what waits: nothing more belongs to it.
  public mutating func flush() -> [Event] {
    let waiting = state
    if isWaiting { state = .ground }
    switch waiting {
    case .escape, .stringEnd: emit(Key(.escape))
    case .control([]): emit(Key("[", .alt))
    case .singleShift([]): emit(Key("O", .alt))
    case .string(let introducer, 0): emit(Key(Character(Unicode.Scalar(introducer)), .alt))
    case .scalar(_, let alt): emit(character: "\u{FFFD}", alt: alt)
    default: break
    }
    return takeEvents()
  }

  mutating func emit(_ key: Key) { events.append(.key(key)) }

  private mutating func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }
}
