/// Leaves out of what curses writes for a frame the sequences that change nothing.
///
/// On the way to another style curses ends the colours before it resets everything, and with each reset it says that
/// letters are no line drawing, which this program never writes: a seventh of the bytes of a moved cursor.
enum StyleSequences {
  private static let escape: UInt8 = 0x1B

  /// The same frame in fewer bytes.
  ///
  /// - Parameter bytes: what curses wrote after the frame with which it entered; that one begins with all sequences.
  /// - Complexity: O(n).
  static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    // Where the colours and attributes begin that nothing was written in yet.
    var unused: Int?
    var place = 0
    while place < bytes.count {
      let text = bytes[place...].prefix { $0 != escape }
      if !text.isEmpty {
        kept.append(contentsOf: text)
        (unused, place) = (nil, text.endIndex)
        continue
      }
      if endsLineDrawing(bytes, at: place) {
        place += 3
      } else if let style = style(bytes, at: place) {
        if style.isReset, let start = unused { kept.removeSubrange(start...) }
        unused = unused ?? kept.count
        kept.append(contentsOf: bytes[place..<style.end])
        place = style.end
      } else {
        // Any other sequence may depend on the colours: what is erased takes the background.
        unused = nil
        kept.append(escape)
        place += 1
      }
    }
    return kept
  }

  /// Whether the sequence is the one that chooses ASCII for letters.
  ///
  /// Source: ISO/IEC 2022, section 14.3.2.
  private static func endsLineDrawing(_ bytes: [UInt8], at place: Int) -> Bool {
    place + 2 < bytes.count && bytes[place + 1] == UInt8(ascii: "(") && bytes[place + 2] == UInt8(ascii: "B")
  }

  /// The end of a sequence that sets colours and attributes (SGR), and whether it resets all of them first.
  ///
  /// Source: ECMA-48, section 8.3.117.
  private static func style(_ bytes: [UInt8], at place: Int) -> (end: Int, isReset: Bool)? {
    guard place + 2 < bytes.count, bytes[place + 1] == UInt8(ascii: "[") else { return nil }
    var end = place + 2
    while end < bytes.count, isParameter(bytes[end]) { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "m") else { return nil }
    let first = bytes[(place + 2)..<end].prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ":") }
    return (end + 1, first.allSatisfy { $0 == UInt8(ascii: "0") })
  }

  private static func isParameter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: ";")).contains(byte)
  }
}
