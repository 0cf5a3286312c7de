import Foundation

/// Makes sample values for columns: different in each round, the same in each process.
struct ColumnSamples {
  /// The number of rounds per property.
  static let rounds = 24

  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The next value for a property's column; nil if its type has no samples.
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
    let unwrapped = unwrappedType(type)
    guard unwrapped is any RawRepresentable.Type else { return nil }
    return unwrapped as? any CaseIterable.Type
  }

  private static func rawValues<Cases: CaseIterable>(_: Cases.Type) -> [SQLiteValue] {
    Cases.allCases.compactMap { try? SQLiteValue(captured: $0) }
  }

  /// Small and large numbers of either sign.
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

  /// Letters of both cases, blanks at either end, and scalars with several canonical forms.
  private mutating func text() -> String {
    let alphabet = ["a", "Z", "k", "Q", " ", "7", "-", "\u{E9}", "e\u{301}", "\u{DF}", "\u{65E5}"]
    return (0..<(6 + bits() % 8)).reduce(" ") { text, _ in text + alphabet[Int(bits() % UInt64(alphabet.count))] }
  }

  /// A UUID's text, which is also a URL's.
  private mutating func token() -> String {
    let (high, low) = (bits(), bits())
    let digits = [high, low].map { bits in
      let text = String(bits, radix: 16, uppercase: true)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
    let (first, second, third) = (digits.prefix(8), digits.dropFirst(8).prefix(4), digits.dropFirst(12).prefix(4))
    return "\(first)-\(second)-\(third)-\(digits.dropFirst(16).prefix(4))-\(digits.suffix(12))"
  }

  private mutating func bits() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
