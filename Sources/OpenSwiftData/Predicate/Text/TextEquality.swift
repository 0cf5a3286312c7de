/// Compares a column with a captured text as Swift's `==` does, by an index if possible.
///
/// Swift considers canonically equivalent texts equal ("é" in one scalar or two); SQLite compares bytes. ASCII texts
/// have no other form, or few, and are compared by bytes; others by a collation within the index range of their ASCII
/// prefix.
///
/// ```sql
/// t0."title" = ?1                                              -- "Ab"
/// t0."title" IN (?1, ?2)                                       -- "Kelvin", also with the Kelvin sign
/// (t0."title" >= ?2 AND t0."title" < ?3 AND t0."title" COLLATE swift_text = ?1)   -- "café"
/// ```
struct TextEquality {
  private let value: SQLExpression
  private let text: String
  private let operation: Equality

  init(value: SQLExpression, text: String, _ operation: Equality) {
    self.value = value
    self.text = text
    self.operation = operation
  }

  func sql(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    guard let forms = CanonicalForms.all(of: text) else { return .condition(try collated(&translator)) }
    if forms.count == 1 {
      return .condition("(\(value.sql) \(operation.sign) \(try translator.bind(.text(text))))", isStrict: isStrict)
    }
    let list = try forms.map { try translator.bind(.text($0)) }.joined(separator: ", ")
    let isOneOf = "\(value.sql) IN (\(list))"
    let known = operation.isOptional ? "ifnull(\(isOneOf), 0)" : "(\(isOneOf))"
    return .condition(operation.isNegated ? "(NOT \(known))" : known, isStrict: isStrict)
  }

  private func collated(_ translator: inout PredicateTranslator) throws -> String {
    let parameter = try translator.bind(.text(text))
    // On the left: SQLite joins several such equalities into one IN, with the collation from there.
    let isEqual = "\(value.sql) COLLATE \(TextCollation.swift.rawValue) \(operation.sign) \(parameter)"
    guard !operation.isNegated, let range = try prefixRange(&translator) else { return "(\(isEqual))" }
    return "(\(range) AND \(isEqual))"
  }

  /// The byte range of all equivalent texts; nil without an ASCII prefix.
  private func prefixRange(_ translator: inout PredicateTranslator) throws -> String? {
    guard let bounds = CanonicalForms.prefixBounds(of: text) else { return nil }
    let (lower, upper) = (try translator.bind(.text(bounds.lower)), try translator.bind(.text(bounds.upper)))
    let range = "\(value.sql) >= \(lower) AND \(value.sql) < \(upper)"
    return operation.isOptional ? "ifnull(\(range), 0)" : range
  }

  private var isStrict: Bool { !operation.isOptional && value.isStrict }
}

/// The canonically equivalent forms of a text, where they are known without tables.
///
/// Source: https://www.unicode.org/reports/tr15/; only three scalars decompose into a single ASCII scalar.
enum CanonicalForms {
  private static let twins: [Unicode.Scalar: Unicode.Scalar] = [
    "K": "\u{212A}", ";": "\u{37E}", "`": "\u{1FEF}",
  ]

  /// The most scalars with twins in a text: each doubles the number of forms.
  private static let largestTwinCount = 3

  /// All forms of an ASCII text, itself first; nil for other texts or too many forms.
  static func all(of text: String) -> [String]? {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    guard hasTwins(text) else { return [text] }
    guard text.unicodeScalars.lazy.filter({ twins[$0] != nil }).count <= largestTwinCount else { return nil }
    return text.unicodeScalars.reduce([""]) { forms, scalar in
      let variants = [scalar, twins[scalar]].compactMap(\.self)
      return variants.flatMap { variant in forms.map { $0 + String(Character(variant)) } }
    }
  }

  /// Whether an ASCII text has no other form.
  static func isOnlyForm(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } && !hasTwins(text) }

  /// The byte bounds of a text's forms, the lower one inclusive; nil if there are none.
  ///
  /// The last scalar before the first non-ASCII one may combine with it, so it is excluded.
  static func prefixBounds(of text: String) -> (lower: String, upper: String)? {
    let ascii = text.unicodeScalars.prefix { $0.isASCII && twins[$0] == nil }
    let prefix = String(String.UnicodeScalarView(ascii.dropLast()))
    guard let last = prefix.utf8.last, last < 0x7F else { return nil }
    return (prefix, String(prefix.unicodeScalars.dropLast()) + String(Character(Unicode.Scalar(last + 1))))
  }

  private static func hasTwins(_ text: String) -> Bool {
    text.utf8.contains { $0 == 0x4B || $0 == 0x3B || $0 == 0x60 }
  }
}

/// The text of a captured value or of its raw value.
enum CapturedText {
  static func text(of value: Any) -> String? {
    if let text = value as? String { return text }
    guard let raw = value as? any RawRepresentable else { return nil }
    return rawText(of: raw)
  }

  private static func rawText<Raw: RawRepresentable>(of raw: Raw) -> String? { raw.rawValue as? String }
}
