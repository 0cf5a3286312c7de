/// The hash that UUIDs of version 5 are defined by; for names, never for secrets.
///
/// Source: RFC 3174, "US Secure Hash Algorithm 1".
enum NameDigest {
  private typealias State = (a: UInt32, b: UInt32, c: UInt32, d: UInt32, e: UInt32)

  /// The 20 bytes of the SHA-1 of a message.
  static func sha1(_ message: [UInt8]) -> [UInt8] {
    var state: State = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0)
    let padded = padded(message)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
      for start in stride(from: 0, to: padded.count, by: 64) {
        for index in 0..<16 {
          let byte = start + 4 * index
          words[index] =
            UInt32(padded[byte]) << 24 | UInt32(padded[byte + 1]) << 16 | UInt32(padded[byte + 2]) << 8
            | UInt32(padded[byte + 3])
        }
        add(words, to: &state)
      }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(20)
    for word in [state.a, state.b, state.c, state.d, state.e] {
      withUnsafeBytes(of: word.bigEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  /// The message, a bit that is one, zeros up to the end of a block less 8 bytes, and its length in bits.
  private static func padded(_ message: [UInt8]) -> [UInt8] {
    var padded = message
    padded.reserveCapacity(message.count + 72)
    padded.append(0x80)
    while padded.count % 64 != 56 { padded.append(0) }
    withUnsafeBytes(of: (UInt64(message.count) * 8).bigEndian) { padded.append(contentsOf: $0) }
    return padded
  }

  /// Adds a block, whose 16 words are the first of 80.
  private static func add(_ words: UnsafeMutableBufferPointer<UInt32>, to state: inout State) {
    for index in 16..<80 {
      words[index] = rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1)
    }
    var (a, b, c, d, e) = state
    for index in 0..<80 {
      let (mixed, constant): (UInt32, UInt32) =
        switch index / 20 {
        case 0: (b & c | ~b & d, 0x5A82_7999)
        case 1: (b ^ c ^ d, 0x6ED9_EBA1)
        case 2: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      (a, b, c, d, e) = (rotated(a, by: 5) &+ mixed &+ e &+ constant &+ words[index], a, rotated(b, by: 30), c, d)
    }
    state = (state.a &+ a, state.b &+ b, state.c &+ c, state.d &+ d, state.e &+ e)
  }

  private static func rotated(_ word: UInt32, by bits: UInt32) -> UInt32 { word << bits | word >> (32 - bits) }
}
