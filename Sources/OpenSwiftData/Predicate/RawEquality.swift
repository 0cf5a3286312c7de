import DocketLocking
import Foundation

/// Whether a raw-representable type's own `==` is that of its raw values, which is what SQL compares.
///
/// A type does not say who wrote its `==`, so it is tried out, once for each type: with every case of an enumeration,
/// which settles it, and for other types with samples of which each differs from the others in a way that such an `==`
/// may be blind to: case, accents, blanks and signs, the last digits, a sign. Numbers are so small that what such an
/// `==` reckons with two of them does not overflow.
enum RawEquality {
  private static let answers = Lock<[ObjectIdentifier: Bool]>([:])

  /// False if values can be equal whose raw values differ, or the other way round; true for a type without raw values.
  ///
  /// - Parameter captured: a value of the type, from which samples are made where the type refuses those of ours.
  static func isOfRawValues(_ type: Any.Type, captured: Any? = nil) -> Bool {
    let type = (type as? any OptionalType.Type)?.wrappedType ?? type
    guard let raw = type as? any (RawRepresentable & Equatable).Type else { return true }
    let key = ObjectIdentifier(type)
    if let answer = answers.withLock({ $0[key] }) { return answer }
    let answer = learn(raw, captured)
    answers.withLock { $0[key] = answer }
    return answer
  }

  private static func learn<Value: RawRepresentable & Equatable>(_: Value.Type, _ captured: Any?) -> Bool {
    let cases = cases(of: Value.self)
    guard cases.isEmpty else { return agree(cases) }
    let raws = RawSamples.all(of: Value.RawValue.self, near: (captured as? Value)?.rawValue)
    let values = raws.compactMap(Value.init(rawValue:))
    // Of what nothing is known, memory has to decide.
    return values.count > 1 && agree(values)
  }

  private static func cases<Value>(of type: Value.Type) -> [Value] {
    guard let listing = type as? any CaseIterable.Type else { return EnumerationCases.all(of: type) }
    return all(listing).compactMap { $0 as? Value }
  }

  private static func all<Cases: CaseIterable>(_: Cases.Type) -> [Any] { Cases.allCases.map { $0 } }

  private static func agree<Value: RawRepresentable & Equatable>(_ values: [Value]) -> Bool {
    let raws = values.map { $0.rawValue as? any Equatable }
    return values.indices.allSatisfy { left in
      values.indices.allSatisfy { right in
        guard let raw = raws[left], let other = raws[right] else { return false }
        return (values[left] == values[right]) == areEqual(raw, other)
      }
    }
  }

  private static func areEqual<Value: Equatable>(_ left: Value, _ right: any Equatable) -> Bool {
    left == right as? Value
  }
}

/// Raw values that an `==` may take for the same although they differ.
private enum RawSamples {
  static func all<Raw>(of type: Raw.Type, near captured: Raw?) -> [Raw] {
    guard type == String.self else { return others(type, captured).compactMap { $0 as? Raw } }
    return Set((texts + [captured as? String].compactMap(\.self)).flatMap(variants)).compactMap { $0 as? Raw }
  }

  private static func others<Raw>(_ type: Raw.Type, _ captured: Raw?) -> [Any] {
    if let integer = type as? any FixedWidthInteger.Type { return integers(integer) }
    if let real = type as? any BinaryFloatingPoint.Type { return reals(real) }
    return columns(type) + [captured].compactMap(\.self)
  }

  /// Of the kinds that types with rules accept.
  private static let texts = [
    "Ab c", "a", "", "Andr\u{E9}", "user@Example.com", "+49 89 12-34", "1.0", "007", "#FF00aa", "https://a.b/C/d",
    "/tmp/a", "2024-01-31", "12:30", "ABC-123", "en_US", "DE", "12", "1a2b3c4d",
    "e621e1f8-c36c-495a-93fc-0c247a3e6e5f",
  ]

  private static func variants(of text: String) -> [String] {
    let letters = text.filter { $0.isLetter || $0.isNumber }
    return [
      text, text.uppercased(), text.lowercased(), " \(text)", "\(text) ", "\(text)/", "\(text)0", "\(text).0",
      "0\(text)",
      "\(text)x", "x\(text)", letters, String(text.dropLast()), String(text.dropFirst()), String(text.reversed()),
      text.folding(options: .diacriticInsensitive, locale: nil),
    ]
  }

  private static func integers<Integer: FixedWidthInteger>(_: Integer.Type) -> [Any] {
    let plain = [0, 1, 2, 3, 4, 7, 8, 10, 11, 12, 16, 24, 32, 60, 64, 100, 101, 128, 180, 256, 360, 361, 400, 512]
    let large = [1000, 1001, 1024, 4096, 10_000, 65_536, 1_000_000]
    let limit = Integer.max / 2
    return (plain + large).flatMap { Integer.isSigned ? [$0, -$0] : [$0] }.compactMap { Integer(exactly: $0) }
      .filter { $0.magnitude <= limit.magnitude }
  }

  private static func reals<Real: BinaryFloatingPoint>(_: Real.Type) -> [Any] {
    let plain: [Real] = [0, 0.5, 1, 1.25, 1.5, 2, 10, 90, 100, 180, 270, 360, 450, 1000]
    return plain.flatMap { [$0, -$0, $0.nextUp, $0 + 0.000_001, $0 + 0.01, $0 + 0.1] }
  }

  /// What columns of the type hold.
  private static func columns(_ type: Any.Type) -> [Any] {
    guard let column = type as? any ColumnValue.Type else { return [] }
    var samples = ColumnSamples()
    let kind = SQLKind(type)
    return (0..<ColumnSamples.rounds).compactMap { _ in samples.next(for: kind).flatMap { read($0, column) } }
  }

  private static func read<Value: ColumnValue>(_ value: SQLiteValue, _: Value.Type) -> Value? {
    try? Value._read(ColumnReader(value))
  }
}
