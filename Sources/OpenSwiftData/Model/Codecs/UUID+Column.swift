import Foundation

extension UUID: ColumnValue {
  /// TEXT: the hexadecimal form.
  public static var _columnType: String { "TEXT" }
  /// Zeros.
  public static var _placeholder: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> UUID { try parsed(row.text) { UUID(text: $0) } }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.text(text) }
}

/// The hexadecimal form, without the `printf` and `scanf` of Foundation's functions, which take far longer: an import writes
/// and parses a UUID or more for each row.
extension UUID {
  /// Whether a hyphen comes before a byte.
  private static func hasHyphen(before byte: Int) -> Bool { byte == 4 || byte == 6 || byte == 8 || byte == 10 }

  /// The same text as `uuidString`.
  package var text: String {
    withUnsafeBytes(of: uuid) { bytes in
      String(unsafeUninitializedCapacity: 36) { text in
        var place = 0
        func append(_ byte: UInt8) {
          text[place] = byte
          place += 1
        }
        for (index, byte) in bytes.enumerated() {
          if Self.hasHyphen(before: index) { append(UInt8(ascii: "-")) }
          append(Self.digit(byte >> 4))
          append(Self.digit(byte & 0xF))
        }
        return place
      }
    }
  }

  /// The identifier of a text, as `UUID(uuidString:)` reads it.
  package init?(text: String) {
    guard let uuid = UUID(usualForm: text.utf8) ?? UUID(uuidString: text) else { return nil }
    self = uuid
  }

  /// Reads the form with hyphens at their usual places; nil for any other.
  private init?(usualForm text: String.UTF8View) {
    guard text.count == 36 else { return nil }
    var (high, low) = (UInt64(0), UInt64(0))
    let bytes = text.span
    for place in bytes.indices {
      let byte = bytes[place]
      if place == 8 || place == 13 || place == 18 || place == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let value = Self.value(ofDigit: byte) else { return nil }
      (high, low) = (high << 4 | low >> 60, low << 4 | value)
    }
    self = withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  private static func value(ofDigit byte: UInt8) -> UInt64? {
    switch byte {
    case 0x30...0x39: UInt64(byte - 0x30)
    case 0x41...0x46: UInt64(byte - 0x41 + 10)
    case 0x61...0x66: UInt64(byte - 0x61 + 10)
    default: nil
    }
  }
}
