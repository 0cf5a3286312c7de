extension InputDecoder {
  /// Decides what waits: nothing more belongs to it.
  public mutating func flush() -> [Event] {
    guard isWaiting else { return [] }
    let waiting = state
    state = .ground
    if let key = keyStrings[spelling(of: waiting)] { emit(key) } else { settle(waiting) }
    return takeEvents()
  }

  private mutating func settle(_ waiting: State) {
    switch waiting {
    case .escape(let alt): emitEscapes(alt ? 2 : 1)
    case .stringEnd: emitEscapes(1)
    case .control(_, let alt): settle(introducer: "[", alt: alt)
    case .singleShift(_, let alt): settle(introducer: "O", alt: alt)
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

  mutating func emitEscapes(_ count: Int) {
    for _ in 0..<count { emit(Key(.escape)) }
  }

  /// The bytes of what waits, as far as they may be the whole string of a key.
  private func spelling(of state: State) -> [UInt8] {
    switch state {
    case .linuxFunction: ControlSequence.introducer + [UInt8(ascii: "[")]
    case .candidate(let bytes): bytes
    default: []
    }
  }
}
