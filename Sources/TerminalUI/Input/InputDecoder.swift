/// Turns the bytes of a terminal into events.
///
/// A state machine without clock or input: it may be fed in pieces cut anywhere. A lone Escape cannot be told from
/// the beginning of a sequence, so the caller waits a moment while ``isWaiting`` and then calls ``flush()``.
/// Sequences it does not know are swallowed whole; bytes that are not UTF-8 become U+FFFD.
public struct InputDecoder: Sendable {
  enum State: Sendable {
    case ground
    case scalar(UTF8Assembly, alt: Bool)
    /// After ESC; `alt` after two of them, which begin what some terminals send for Alt with an arrow.
    case escape(alt: Bool)
    case control([UInt8], alt: Bool)
    case singleShift([UInt8], alt: Bool)
    case linuxFunction
    case string(introducer: UInt8, length: Int)
    case stringEnd
    case oldMouse(missing: Int)
    case paste(PasteAssembly)
    /// After a paste that was given up: what comes may be its rest.
    case restOfPaste(PasteAssembly)
    /// The beginning of a key's string that has a form of its own.
    case candidate([UInt8])
  }

  var state = State.ground
  var events: [Event] = []
  /// Whether bytes are decoded that turned out to be no string of ``keyStrings``.
  var isReplaying = false
  let keyStrings: KeyStrings

  /// Creates a decoder.
  ///
  /// - Parameter keyStrings: What this terminal sends for keys, beyond what is generally known.
  public init(keyStrings: [[UInt8]: Key] = [:]) { self.keyStrings = KeyStrings(keyStrings) }

  /// Whether the bytes so far could be a whole key or the beginning of more.
  ///
  /// False within a paste, a scalar, the numbers of a sequence or a string, however slow the line is: those are no
  /// keys by themselves.
  public var isWaiting: Bool {
    switch state {
    case .escape, .linuxFunction, .stringEnd, .candidate: true
    case .control(let bytes, _), .singleShift(let bytes, _): bytes.isEmpty
    case .string(_, let length): length == 0
    case .ground, .paste, .restOfPaste, .scalar, .oldMouse: false
    }
  }

  /// Whether nothing has begun that further bytes would end.
  public var isAtRest: Bool {
    if case .ground = state { true } else { false }
  }

  /// Whether something has begun that takes every byte until its end comes: a paste, or a string of the terminal's.
  ///
  /// The end may never come: the caller waits some seconds while nothing more does, and then calls ``giveUp()``.
  public var isInside: Bool {
    switch state {
    case .paste, .string, .oldMouse: true
    default: false
    }
  }

  /// Whether bytes have come that may be the rest of a paste that was given up, or a key.
  ///
  /// The caller waits a moment while nothing more does, and then calls ``settleRest()``.
  public var holdsRest: Bool {
    if case .restOfPaste(let rest) = state { !rest.isEmpty } else { false }
  }

  /// Decodes more bytes.
  ///
  /// - Returns: The events they complete.
  /// - Complexity: linear in the number of bytes.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [Event] {
    for byte in bytes { consume(byte) }
    return takeEvents()
  }

  mutating func emit(_ key: Key) { events.append(.key(key)) }

  mutating func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }
}
