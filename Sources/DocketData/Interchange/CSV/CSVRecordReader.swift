/// Reads records of comma-separated values.
///
/// The libraries at hand want the whole file at once.
///
/// Source: https://www.rfc-editor.org/rfc/rfc4180
struct CSVRecordReader {
  private var bytes: ByteReader

  init(_ bytes: ByteReader) { self.bytes = bytes }

  var offset: Int { bytes.offset }
  var position: InterchangeError.Position { bytes.position }

  /// The fields of the next record with their places; nil at the end.
  mutating func next() throws -> [(text: String, position: InterchangeError.Position)]? {
    guard try bytes.peek() != nil else { return nil }
    var fields: [(String, InterchangeError.Position)] = []
    while true {
      let position = bytes.position
      fields.append((try field(position), position))
      switch try bytes.next() {
      case UInt8(ascii: ","): continue
      case UInt8(ascii: "\r"):
        if try bytes.peek() == UInt8(ascii: "\n") { _ = try bytes.next() }
        return fields
      default: return fields
      }
    }
  }

  private mutating func field(_ position: InterchangeError.Position) throws -> String {
    var text: [UInt8] = []
    if try bytes.peek() == UInt8(ascii: "\"") {
      try quotedField(into: &text, position)
    } else {
      try bytes.take(into: &text) { !Self.isEnd($0) }
    }
    guard let field = String(validating: text, as: UTF8.self) else {
      throw InterchangeError("This field is not UTF-8.", at: position, isRecoverable: false)
    }
    return field
  }

  private mutating func quotedField(into text: inout [UInt8], _ position: InterchangeError.Position) throws {
    _ = try bytes.next()
    while let byte = try bytes.next() {
      guard byte == UInt8(ascii: "\"") else {
        text.append(byte)
        continue
      }
      guard try bytes.peek() == UInt8(ascii: "\"") else {
        if let next = try bytes.peek(), !Self.isEnd(next) {
          throw InterchangeError(
            "A comma should come after the quotation mark.", at: bytes.position, isRecoverable: false)
        }
        return
      }
      text.append(byte)
      _ = try bytes.next()
    }
    throw InterchangeError("The quotation has no end.", at: position, isRecoverable: false)
  }

  private static func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}
