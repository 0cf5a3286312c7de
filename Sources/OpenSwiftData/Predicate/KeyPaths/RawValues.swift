import DocketLocking
import Foundation

// SQL compares the raw values of raw-representable types. These types test, once per type, whether Swift does too.

// MARK: - Equality

/// Whether a raw-representable type's own `==` is that of its raw values, which SQL compares.
///
/// It is tested once: with all cases of an enumeration, which is conclusive, and for other types with samples that
/// differ in what such an `==` may ignore, such as case, accents, blanks, last digits or sign. Numbers are too small
/// for an `==` to overflow on them.
enum RawEquality {
  private static let answers = LearnedAnswers<ObjectIdentifier, Bool>()

  /// False if the equality of values and raw values can differ; true for a type without raw values.
  ///
  /// - Parameter captured: a value of the type, the base of further samples if the type refuses ours.
  static func isOfRawValues(_ type: Any.Type, captured: Any? = nil) -> Bool {
    let type = unwrappedType(type)
    guard let raw = type as? any (RawRepresentable & Equatable).Type else { return true }
    return answers.answer(for: ObjectIdentifier(type)) { learn(raw, captured) }
  }

  private static func learn<Value: RawRepresentable & Equatable>(_: Value.Type, _ captured: Any?) -> Bool {
    let cases = cases(of: Value.self)
    guard cases.isEmpty else { return agree(cases) }
    let raws = RawSamples.all(of: Value.RawValue.self, near: (captured as? Value)?.rawValue)
    let values = raws.compactMap(Value.init(rawValue:))
    // A type that refuses all samples is left to memory.
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

// MARK: - Order

/// Whether an enumeration's own `<` is that of its raw values, which SQL compares; for texts also that of their bytes,
/// as in an index.
enum RawOrder {
  private static let answers = LearnedAnswers<ObjectIdentifier, Bool>()

  /// False for a type that doesn't list its cases.
  static func isOrderOfValues(_ type: any RawRepresentable.Type) -> Bool {
    answers.answer(for: ObjectIdentifier(type)) { (type as? any CaseIterable.Type).map { hasRawOrder($0) } ?? false }
  }

  private static func hasRawOrder<Cases: CaseIterable>(_: Cases.Type) -> Bool {
    let cases = Cases.allCases.compactMap { Case($0) }
    guard cases.count == Cases.allCases.count else { return false }
    return cases.allSatisfy { left in
      cases.allSatisfy { right in
        let precedes = precedes(left.value, right.value)
        guard let text = left.raw as? String, let other = right.raw as? String else {
          return precedes == Self.precedes(left.raw, right.raw)
        }
        return precedes == (text < other) && precedes == text.utf8.lexicographicallyPrecedes(other.utf8)
      }
    }
  }

  private struct Case {
    let value: any Comparable
    let raw: any Comparable

    init?(_ value: Any) {
      guard let comparable = value as? any Comparable, let raw = value as? any RawRepresentable,
        let rawValue = raw.rawValue as? any Comparable
      else { return nil }
      self.value = comparable
      self.raw = rawValue
    }
  }

  private static func precedes<Value: Comparable>(_ left: Value, _ right: any Comparable) -> Bool {
    (right as? Value).map { left < $0 } ?? false
  }
}

// MARK: - Key paths

/// Whether a key path of an enumeration names its raw value: tested by comparing its result for each case.
enum RawValueKeyPaths {
  private static let answers = LearnedAnswers<AnyKeyPath, Bool>()

  /// False for a type that doesn't list its cases.
  static func isRawValue<Raw: RawRepresentable>(_ keyPath: AnyKeyPath, of type: Raw.Type) -> Bool {
    answers.answer(for: keyPath) { (type as? any CaseIterable.Type).map { givesRawValue(keyPath, $0) } ?? false }
  }

  private static func givesRawValue<Cases: CaseIterable>(_ keyPath: AnyKeyPath, _: Cases.Type) -> Bool {
    Cases.allCases.allSatisfy { value in
      guard let raw = value as? any RawRepresentable, let given = value[keyPath: keyPath] else { return false }
      return isRawValue(given, raw)
    }
  }

  private static func isRawValue<Raw: RawRepresentable>(_ given: Any, _ raw: Raw) -> Bool {
    guard let given = given as? Raw.RawValue, let given = given as? any Equatable else { return false }
    return areEqual(given, raw.rawValue)
  }

  private static func areEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool { left == right as? Value }
}

/// Answers computed once per key, for the life of the process.
final class LearnedAnswers<Key: Hashable, Answer>: Sendable {
  // Keys and answers are immutable values: types, key paths and what they mean.
  private let answers = Lock<[Key: Answer]>([:])

  /// The answer, computed if unknown; two threads may compute the same one.
  func answer(for key: Key, _ learn: () -> Answer) -> Answer {
    if let answer = answers.withLock({ $0[key] }) { return answer }
    let answer = learn()
    answers.withLock { $0[key] = answer }
    return answer
  }
}

// MARK: - Samples

/// Different raw values that an `==` may consider equal.
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

  /// Texts that types with their own rules are likely to accept.
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
