/// Reads lines of UTF-8 with their places.
struct TextLineReader {
  private var bytes: ByteReader
  private let isFolded: Bool

  /// - Parameter isFolded: whether white space at the beginning says that a line goes on; what is no text then ends it all.
  init(_ bytes: ByteReader, isFolded: Bool = false) {
    self.bytes = bytes
    self.isFolded = isFolded
  }

  var offset: Int { bytes.offset }

  /// The next line; nil at the end.
  ///
  /// - Throws: `InterchangeError` if it is not UTF-8.
  mutating func next() throws -> (text: String, position: InterchangeError.Position)? {
    let position = bytes.position
    guard var line = try bytes.nextLine() else { return nil }
    // A character may be divided between two of them.
    while isFolded, let byte = try bytes.peek(), byte == 0x20 || byte == 0x09 {
      _ = try bytes.next()
      line += try bytes.nextLine() ?? []
    }
    guard let text = String(validating: line, as: UTF8.self) else {
      throw InterchangeError("This line is not UTF-8.", at: position, isRecoverable: !isFolded)
    }
    return (text, position)
  }
}
