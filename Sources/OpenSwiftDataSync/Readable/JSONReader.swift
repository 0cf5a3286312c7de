import Foundation

/// Reads JSON (RFC 8259) from bytes that may be damaged or hostile; never traps.
///
/// Not with Foundation: `JSONDecoder` takes 1.0 for an integer, and `JSONSerialization` makes 80 bytes of objects of each
/// byte, 20 GB of the largest snapshot. The caller says what it expects, so nothing nests deeper than that.
struct JSONReader {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func error(_ reason: CodecError.Reason) -> CodecError { CodecError(reason: reason, offset: offset) }

  /// Reads an object.
  ///
  /// - Parameter member: reads the value of the member with a name.
  mutating func object(_ member: (inout JSONReader, String) throws(CodecError) -> Void) throws(CodecError) {
    try expect("{")
    if try take("}") { return }
    repeat {
      let name = try text()
      try expect(":")
      try member(&self, name)
    } while try take(",")
    try expect("}")
  }

  /// Reads an array.
  mutating func array<Element>(
    of element: (inout JSONReader) throws(CodecError) -> Element
  ) throws(CodecError) -> [Element] {
    var elements: [Element] = []
    try expect("[")
    if try take("]") { return [] }
    repeat { elements.append(try element(&self)) } while try take(",")
    try expect("]")
    return elements
  }

  mutating func boolean() throws(CodecError) -> Bool {
    if try take("t") {
      try expect(rest: "rue")
      return true
    }
    try expect("f")
    try expect(rest: "alse")
    return false
  }

  mutating func null() throws(CodecError) {
    try expect("n")
    try expect(rest: "ull")
  }

  /// Bytes that are a text in base64.
  mutating func base64() throws(CodecError) -> [UInt8] {
    guard let data = Data(base64Encoded: try text()) else { throw error(.malformed) }
    return Array(data)
  }

  /// The byte at which the next value begins.
  mutating func next() throws(CodecError) -> UInt8 {
    while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
    guard offset < bytes.count else { throw error(.truncated) }
    return bytes[offset]
  }

  mutating func expectEnd() throws(CodecError) {
    if (try? next()) != nil { throw error(.trailingBytes) }
  }

  private mutating func take(_ scalar: Unicode.Scalar) throws(CodecError) -> Bool {
    guard try next() == UInt8(ascii: scalar) else { return false }
    offset += 1
    return true
  }

  private mutating func expect(_ scalar: Unicode.Scalar) throws(CodecError) {
    guard try take(scalar) else { throw error(.malformed) }
  }

  private mutating func expect(rest word: String) throws(CodecError) {
    for byte in word.utf8 where try self.byte() != byte { throw error(.malformed) }
  }

  private mutating func byte() throws(CodecError) -> UInt8 {
    guard offset < bytes.count else { throw error(.truncated) }
    offset += 1
    return bytes[offset - 1]
  }
}

// MARK: - Numbers

extension JSONReader {
  /// The digits of a number, as they stand there.
  mutating func number() throws(CodecError) -> String {
    _ = try next()
    let start = offset
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "-") { offset += 1 }
    try digits()
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      try digits()
    }
    if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if offset < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[offset]) { offset += 1 }
      try digits()
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// An integer of a type, with all its digits.
  mutating func integer<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) throws(CodecError) -> Integer {
    guard let integer = Integer(try number()) else { throw error(.malformed) }
    return integer
  }

  private mutating func digits() throws(CodecError) {
    let start = offset
    while offset < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[offset]) { offset += 1 }
    if offset == start { throw error(.malformed) }
  }
}

// MARK: - Texts

extension JSONReader {
  mutating func text() throws(CodecError) -> String {
    try expect("\"")
    let start = offset
    var text: [UInt8] = []
    // Where what was read and is not in the text yet begins.
    var rest = offset
    while true {
      switch try byte() {
      case UInt8(ascii: "\""):
        text += bytes[rest..<offset - 1]
        guard let text = String(validating: text, as: UTF8.self) else {
          throw CodecError(reason: .invalidText, offset: start)
        }
        return text
      case UInt8(ascii: "\\"):
        text += bytes[rest..<offset - 1]
        try appendEscaped(to: &text)
        rest = offset
      case 0..<0x20: throw error(.malformed)
      default: break
      }
    }
  }

  private mutating func appendEscaped(to text: inout [UInt8]) throws(CodecError) {
    switch try byte() {
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case let byte where "\"\\/".utf8.contains(byte): text.append(byte)
    case UInt8(ascii: "u"): text += Array(String(Character(try escapedScalar())).utf8)
    default: throw error(.malformed)
    }
  }

  /// A scalar by its number in UTF-16, of two halves outside of the basic plane.
  private mutating func escapedScalar() throws(CodecError) -> Unicode.Scalar {
    let first = try escapedUnit()
    guard UTF16.isLeadSurrogate(first) else {
      guard let scalar = Unicode.Scalar(first) else { throw error(.invalidText) }
      return scalar
    }
    try expect(rest: "\\u")
    let second = try escapedUnit()
    guard UTF16.isTrailSurrogate(second),
      let scalar = Unicode.Scalar(0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF)
    else { throw error(.invalidText) }
    return scalar
  }

  private mutating func escapedUnit() throws(CodecError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(try byte())).hexDigitValue else { throw error(.malformed) }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}
