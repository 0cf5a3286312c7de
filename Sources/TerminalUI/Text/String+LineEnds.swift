extension String {
  /// The text with `\n` for each of its line ends, which are `\n`, `\r\n` and `\r`.
  ///
  /// Characters would not do: in `\r\r\n` the first `\r` is one by itself, and what replaces it would join what follows.
  /// - Complexity: linear in the length of the text.
  var withSimpleLineEnds: String {
    guard utf8.contains(0x0D) else { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var last: UInt8 = 0
    for byte in utf8 {
      if byte != 0x0A || last != 0x0D { bytes.append(byte == 0x0D ? 0x0A : byte) }
      last = byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
