/// The lines of a text, one after the other; only a line feed ends one, whatever else Unicode has.
struct DocumentLines {
  /// How many lines were taken.
  private(set) var number = 0
  private var bytes: Substring.UTF8View

  init(_ text: String) { bytes = text[...].utf8 }

  /// Whether there is nothing left, not even an empty line.
  var isAtEnd: Bool { bytes.isEmpty }

  /// Everything that is left.
  var rest: String { String(Substring(bytes)) }

  /// Takes a line, without its end.
  mutating func next() -> String? {
    guard !bytes.isEmpty else { return nil }
    number += 1
    let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
    defer { bytes = end < bytes.endIndex ? bytes[bytes.index(after: end)...] : bytes[end...] }
    return String(Substring(bytes[..<end]))
  }
}
