// Values as JSON that PostgreSQL's `jsonb` gives back as it was given, numbers to the last digit:
//
//   text, integer, real, null     as they are; a real has a point, which no integer has
//   {"row":"<uuid>"}              the identity of a row
//   {"bytes":"<base64>"}          bytes
//   {"text":"<base64>"}           a text with a U+0000, which `jsonb` can't hold
//   {"real":"1e+300"}             a real that JSON has no number for, or that `jsonb` would write otherwise
//   {"bits":"7ff8000000000001"}   a real that is no number, with what tells it from others
//   {"opaque":9,"bytes":"…"}      a value of a kind that a later version writes
//
// Source: https://www.postgresql.org/docs/15/datatype-json.html, on numbers and on U+0000.

extension JSONWriter {
  mutating func value(_ value: SyncValue) {
    switch value {
    case .null: literal("null")
    case .integer(let integer): literal("\(integer)")
    case .real(let real): self.real(real)
    case .text(let text) where text.utf8.contains(0): wrapped("text") { $0.base64(Array(text.utf8)) }
    case .text(let text): self.text(text)
    case .blob(let bytes): wrapped("bytes") { $0.base64(bytes) }
    case .identity(let row): wrapped("row") { $0.text("\(row)") }
    case .opaque(let tag, let bytes):
      object { object in
        object.member("opaque")
        object.literal("\(tag)")
        object.member("bytes")
        object.base64(bytes)
      }
    }
  }

  private mutating func real(_ real: Double) {
    let digits = "\(real)"
    if real.isNaN, real.bitPattern != Double.nan.bitPattern {
      wrapped("bits") { $0.text(String(hexadecimal: real.bitPattern)) }
    } else if real.isFinite, !digits.contains("e"), real.bitPattern != (-0.0).bitPattern {
      literal(digits)
    } else {
      wrapped("real") { $0.text(digits) }
    }
  }

  private mutating func wrapped(_ name: String, _ body: (inout JSONWriter) -> Void) {
    object { object in
      object.member(name)
      body(&object)
    }
  }
}

extension JSONReader {
  mutating func value() throws(CodecError) -> SyncValue {
    switch try next() {
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "{"): return try wrappedValue()
    case UInt8(ascii: "n"):
      try null()
      return .null
    default:
      let digits = try number()
      if let integer = Int64(digits) { return .integer(integer) }
      guard digits.contains(where: { ".eE".contains($0) }), let real = Double(digits), real.isFinite else {
        throw error(.malformed)
      }
      return .real(real)
    }
  }

  private mutating func wrappedValue() throws(CodecError) -> SyncValue {
    var values: [String: SyncValue] = [:]
    var tag: UInt64?
    try object { reader, name throws(CodecError) in
      switch name {
      case "row": values[name] = .identity(try reader.row())
      case "bytes": values[name] = .blob(try reader.base64())
      case "text":
        guard let text = String(validating: try reader.base64(), as: UTF8.self) else {
          throw reader.error(.invalidText)
        }
        values[name] = .text(text)
      case "real":
        guard let real = Double(try reader.text()) else { throw reader.error(.malformed) }
        values[name] = .real(real)
      case "bits": values[name] = .real(Double(bitPattern: try reader.hexadecimal()))
      case "opaque": tag = try reader.integer()
      default: throw reader.error(.malformed)
      }
    }
    guard values.count == 1, let value = values.values.first else { throw error(.malformed) }
    guard let tag else { return value }
    // Smaller tags are those of values that this version knows.
    guard case .blob(let bytes) = value, tag > UInt64(ValueTag.identity) else { throw error(.malformed) }
    return .opaque(tag: tag, bytes: bytes)
  }

  /// The identity of a row, as a UUID.
  mutating func row() throws(CodecError) -> SyncIdentity {
    guard let row = SyncIdentity(try text()) else { throw error(.malformed) }
    return row
  }

  /// A number of 64 bits, as a text of 16 hexadecimal digits.
  mutating func hexadecimal() throws(CodecError) -> UInt64 {
    let text = try text()
    guard let number = UInt64(text, radix: 16), String(hexadecimal: number) == text else { throw error(.malformed) }
    return number
  }
}

extension String {
  /// A number of 64 bits in 16 hexadecimal digits, so that texts have the order of the numbers.
  init(hexadecimal number: UInt64) {
    let digits = String(number, radix: 16)
    self = String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension SyncIdentity {
  /// Reads a UUID in the form of `description`.
  fileprivate init?(_ text: String) {
    var (high, low): (UInt64, UInt64) = (0, 0)
    for (index, byte) in text.utf8.enumerated() {
      if [8, 13, 18, 23].contains(index) {
        guard byte == UInt8(ascii: "-") else { return nil }
      } else {
        guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { return nil }
        (high, low) = (high << 4 | low >> 60, low << 4 | UInt64(digit))
      }
    }
    guard text.utf8.count == 36 else { return nil }
    self.init(high: high, low: low)
  }
}
