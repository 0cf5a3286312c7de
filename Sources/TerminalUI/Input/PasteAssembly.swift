/// A bracketed paste as it comes, until the sequence that ends it.
struct PasteAssembly: Sendable {
  private static let start = Array("\u{1B}[200~".utf8)
  private static let end = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  private var matched = 0
  private var isTruncated = false

  /// Whether nothing has come yet.
  var isEmpty: Bool { bytes.isEmpty && matched == 0 }

  /// All bytes so far, also those that may begin the end.
  var everything: [UInt8] { bytes + Self.end.prefix(matched) }

  /// Whether what came is the beginning of another paste.
  var isStart: Bool { matched == 0 && bytes == Self.start }

  /// What was pasted so far, if that is all there will be.
  var cut: Paste { Paste(bytes: bytes, isTruncated: true) }

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
