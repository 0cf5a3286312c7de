import Foundation

/// Sample values for columns: different ones round after round, the same in each process.
struct ColumnSamples {
  /// How often a property is tried.
  static let rounds = 24

  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// A value that a column may hold; nil if the type's values can't be made up.
  mutating func next(for property: ModelProperty) -> SQLiteValue? {
    if let type = Self.rawType(type(of: property.keyPath).valueType) { return rawSample(type) }
    return next(for: property.sqlKind)
  }

  mutating func next(for kind: SQLKind) -> SQLiteValue? {
    switch kind {
    case .boolean: .integer(Int64(bits() & 1))
    case .number(.decimal): .text(Decimal(Int32(truncatingIfNeeded: bits())).description)
    case .number(let type) where type.isInteger: integer(type)
    case .number, .date: .real(Double(Int32(truncatingIfNeeded: bits())) / 64)
    case .text: .text(text())
    case .token: .text(token())
    case .blob: .blob(Data(token().utf8))
    case .identifier, .opaque: nil
    }
  }

  private mutating func rawSample(_ type: any CaseIterable.Type) -> SQLiteValue? {
    let values = Self.rawValues(type)
    return values.count < 2 ? nil : values[Int(bits() % UInt64(values.count))]
  }

  private static func rawType(_ type: Any.Type) -> (any CaseIterable.Type)? {
    let unwrapped = (type as? any OptionalType.Type)?.wrappedType ?? type
    guard unwrapped is any RawRepresentable.Type else { return nil }
    return unwrapped as? any CaseIterable.Type
  }

  private static func rawValues<Cases: CaseIterable>(_: Cases.Type) -> [SQLiteValue] {
    Cases.allCases.compactMap { try? SQLiteValue(captured: $0) }
  }

  /// Small numbers and large ones, of either sign.
  private mutating func integer(_ type: NumberType) -> SQLiteValue? {
    let bits = bits()
    return switch type {
    case .int8: try? Int8(truncatingIfNeeded: bits).sqliteValue()
    case .int16: try? Int16(truncatingIfNeeded: bits).sqliteValue()
    case .int32: try? Int32(truncatingIfNeeded: bits).sqliteValue()
    case .uint8: try? UInt8(truncatingIfNeeded: bits).sqliteValue()
    case .uint16: try? UInt16(truncatingIfNeeded: bits).sqliteValue()
    case .uint32: try? UInt32(truncatingIfNeeded: bits).sqliteValue()
    case .uint64: try? bits.sqliteValue()
    default: .integer(Int64(truncatingIfNeeded: bits) >> (bits & 31))
    }
  }

  /// Letters of both cases, blanks at either end, and scalars that are written in several ways.
  private mutating func text() -> String {
    let alphabet = ["a", "Z", "k", "Q", " ", "7", "-", "\u{E9}", "e\u{301}", "\u{DF}", "\u{65E5}"]
    return (0..<(6 + bits() % 8)).reduce(" ") { text, _ in text + alphabet[Int(bits() % UInt64(alphabet.count))] }
  }

  /// The text of a UUID, which is that of a URL too.
  private mutating func token() -> String {
    let (high, low) = (bits(), bits())
    func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: (index < 8 ? high : low) >> (8 * (index % 8))) }
    let bytes = (byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7))
    let rest = (byte(8), byte(9), byte(10), byte(11), byte(12), byte(13), byte(14), byte(15))
    return UUID(
      uuid: (
        bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7,
        rest.0, rest.1, rest.2, rest.3, rest.4, rest.5, rest.6, rest.7
      )
    ).uuidString
  }

  private mutating func bits() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
