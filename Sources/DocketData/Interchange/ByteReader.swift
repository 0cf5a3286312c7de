import Foundation

/// Reads the bytes of a file in pieces, with their positions, and skips a byte order mark.
struct ByteReader {
  private static let pieceSize = 1 << 16

  private let read: (Int) throws -> Data
  private var piece: [UInt8] = []
  private var index = 0
  private var isAtEnd = false

  private(set) var offset = 0
  private var line = 1
  private var column = 1

  /// - Parameter read: returns at most so many further bytes; none at the end.
  init(_ read: @escaping (Int) throws -> Data) { self.read = read }

  var position: InterchangeError.Position { InterchangeError.Position(line: line, column: column) }

  mutating func peek() throws -> UInt8? {
    if index < piece.count { return piece[index] }
    guard !isAtEnd else { return nil }
    piece = [UInt8](try read(Self.pieceSize))
    index = 0
    isAtEnd = piece.isEmpty
    skipByteOrderMark()
    return index < piece.count ? piece[index] : isAtEnd ? nil : try peek()
  }

  mutating func next() throws -> UInt8? {
    guard let byte = try peek() else { return nil }
    index += 1
    offset += 1
    if byte == UInt8(ascii: "\n") {
      line += 1
      column = 1
    } else {
      column += 1
    }
    return byte
  }

  /// Takes bytes as long as they meet a condition, and appends them; none of them may be a line feed.
  mutating func take(into bytes: inout [UInt8], while isWanted: (UInt8) -> Bool) throws {
    while try peek() != nil {
      let start = index
      while index < piece.count, isWanted(piece[index]) { index += 1 }
      bytes.append(contentsOf: piece[start..<index])
      offset += index - start
      column += index - start
      if index < piece.count { return }
    }
  }

  /// Takes printable ASCII up to a byte, which is not taken.
  ///
  /// Most texts of a file can be read in this way, which neither copies bytes nor validates UTF-8.
  ///
  /// - Returns: nil, without taking anything, if another byte comes before it, or if the piece ends before it.
  mutating func takeASCII(until end: UInt8, without other: UInt8) -> String? {
    let text = piece.withUnsafeBufferPointer { bytes -> String? in
      var place = index
      while place < bytes.count, (0x20..<0x7f).contains(bytes[place]), bytes[place] != end, bytes[place] != other {
        place += 1
      }
      guard place < bytes.count, bytes[place] == end else { return nil }
      return String(decoding: bytes[index..<place], as: UTF8.self)
    }
    guard let text else { return nil }
    index += text.utf8.count
    offset += text.utf8.count
    column += text.utf8.count
    return text
  }

  /// Skips a byte order mark at the very beginning.
  ///
  /// Source: https://www.unicode.org/faq/utf_bom.html
  private mutating func skipByteOrderMark() {
    guard offset == 0, piece.starts(with: [0xef, 0xbb, 0xbf]) else { return }
    (index, offset) = (3, 3)
  }

  /// Takes the rest of the line, without its end; nil at the end of the file.
  mutating func nextLine() throws -> [UInt8]? {
    guard try peek() != nil else { return nil }
    var bytes: [UInt8] = []
    try take(into: &bytes) { $0 != UInt8(ascii: "\n") }
    _ = try next()
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return bytes
  }
}

/// Reads lines of UTF-8 with their positions.
struct TextLineReader {
  private var bytes: ByteReader
  private let isFolded: Bool

  /// - Parameter isFolded: whether a line that begins with white space continues the one before; an invalid line is then
  ///   not recoverable.
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
    // A character may be split between two lines.
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
