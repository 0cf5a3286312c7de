/// A bracketed paste as it comes, until the sequence that ends it.
struct PasteAssembly: Sendable {
  private static let end = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  private var matched = 0
  private var isTruncated = false

  /// Takes a byte; returns the paste if it was the last one.
  mutating func append(_ byte: UInt8) -> Paste? {
    if byte == Self.end[matched] {
      matched += 1
      return matched == Self.end.count ? Paste(bytes: bytes, isTruncated: isTruncated) : nil
    }
    // The end begins with its only ESC, so what matched so far cannot hold another beginning.
    for skipped in Self.end.prefix(matched) { keep(skipped) }
    matched = byte == Self.end[0] ? 1 : 0
    if matched == 0 { keep(byte) }
    return nil
  }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < Paste.limit { bytes.append(byte) } else { isTruncated = true }
  }
}
