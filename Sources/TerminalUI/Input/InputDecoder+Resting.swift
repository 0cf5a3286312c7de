extension InputDecoder {
  /// Gives up what has begun, because its end does not come, or went to another program.
  ///
  /// What was pasted so far is delivered as a paste that was cut. Its rest may still come, on a slow line, and must
  /// not become keys: what comes next is held until ``settleRest()``.
  public mutating func giveUp() -> [Event] {
    switch state {
    case .paste(let assembly), .restOfPaste(let assembly): deliver(assembly)
    default: state = .ground
    }
    return takeEvents()
  }

  /// Begins to hold what comes next, as after a paste that was given up.
  mutating func expectRest() { state = .restOfPaste(PasteAssembly()) }

  /// Decides what was held: a single key is a key, and then nothing is held any more; everything else is pasted text.
  public mutating func settleRest() -> [Event] {
    guard case .restOfPaste(let rest) = state, !rest.isEmpty else { return [] }
    if let event = single(rest.everything) {
      state = .ground
      events.append(event)
    } else {
      deliver(rest)
    }
    return takeEvents()
  }

  mutating func consumeRest(_ byte: UInt8) {
    guard case .restOfPaste(var rest) = state else { return }
    // Emptied meanwhile: with two owners each byte would copy all of it.
    state = .ground
    if let paste = rest.append(byte) {
      if !paste.text.isEmpty { events.append(.paste(paste)) }
    } else {
      state = rest.isStart ? .paste(PasteAssembly()) : .restOfPaste(rest)
    }
  }

  private mutating func deliver(_ assembly: PasteAssembly) {
    if !assembly.isEmpty { events.append(.paste(assembly.cut)) }
    expectRest()
  }

  /// The only event that bytes stand for, if they do.
  private func single(_ bytes: [UInt8]) -> Event? {
    guard bytes.count <= Self.longestKey else { return nil }
    var decoder = self
    (decoder.state, decoder.events) = (.ground, [])
    let events = decoder.decode(bytes) + decoder.flush()
    guard decoder.isAtRest, events.count == 1 else { return nil }
    return events[0]
  }

  /// The bytes of the longest key or report of the mouse.
  private static let longestKey = 32
}
