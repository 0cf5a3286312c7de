extension InputDecoder {
  /// Takes the bytes for a string of the terminal's own, if one begins or ends so.
  ///
  /// - Returns: Whether it did.
  mutating func consumeKeyString(_ bytes: [UInt8]) -> Bool {
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

  mutating func consumeCandidate(_ byte: UInt8, _ bytes: [UInt8]) {
    guard !consumeKeyString(bytes + [byte]) else { return }
    state = .ground
    if let key = keyStrings[bytes] { emit(key) } else { replay(bytes) }
    consume(byte)
  }

  /// Decodes bytes that are no string of the table after all.
  mutating func replay(_ bytes: [UInt8]) {
    isReplaying = true
    defer { isReplaying = false }
    for byte in bytes { consume(byte) }
  }
}
