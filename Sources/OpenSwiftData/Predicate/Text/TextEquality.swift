/// Compares a column with a captured text as Swift's `==` does, by an index where that is possible.
///
/// Swift finds canonically equivalent texts equal, "é" in one scalar or in two, while SQLite compares bytes. A text of
/// ASCII alone has no other form, or a few that can be listed, and is compared by bytes. Any other is compared by a
/// collation, within the range of an index that its ASCII prefix allows.
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
    // On the left side: SQLite makes one IN of several such equalities, and takes the collation from there.
    let isEqual = "\(value.sql) COLLATE \(TextCollation.swift.rawValue) \(operation.sign) \(parameter)"
    guard !operation.isNegated, let range = try prefixRange(&translator) else { return "(\(isEqual))" }
    return "(\(range) AND \(isEqual))"
  }

  /// The range of bytes that holds every equivalent text; nil if the text has no ASCII prefix.
  private func prefixRange(_ translator: inout PredicateTranslator) throws -> String? {
    guard let bounds = CanonicalForms.prefixBounds(of: text) else { return nil }
    let (lower, upper) = (try translator.bind(.text(bounds.lower)), try translator.bind(.text(bounds.upper)))
    let range = "\(value.sql) >= \(lower) AND \(value.sql) < \(upper)"
    return operation.isOptional ? "ifnull(\(range), 0)" : range
  }

  private var isStrict: Bool { !operation.isOptional && value.isStrict }
}

/// The texts that are canonically equivalent to a text, as far as that can be told without tables.
///
/// Source: https://www.unicode.org/reports/tr15/; only three scalars decompose into a single ASCII scalar.
enum CanonicalForms {
  private static let twins: [Unicode.Scalar: Unicode.Scalar] = [
    "K": "\u{212A}", ";": "\u{37E}", "`": "\u{1FEF}",
  ]

  /// The largest number of scalars of a text that may have a twin: each doubles the number of forms.
  private static let largestTwinCount = 3

  /// All forms of an ASCII text, the text itself first; nil for any other text, or if there are too many.
  static func all(of text: String) -> [String]? {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    guard hasTwins(text) else { return [text] }
    guard text.unicodeScalars.lazy.filter({ twins[$0] != nil }).count <= largestTwinCount else { return nil }
    return text.unicodeScalars.reduce([""]) { forms, scalar in
      let variants = [scalar, twins[scalar]].compactMap(\.self)
      return variants.flatMap { variant in forms.map { $0 + String(Character(variant)) } }
    }
  }

  /// Whether an ASCII text is equivalent to itself only.
  static func isOnlyForm(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } && !hasTwins(text) }

  /// The bounds by bytes, the lower one included, between which every form of a text lies; nil if there are none.
  ///
  /// The last scalar before the first that is not ASCII may form one with it, so it is left out.
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

/// Reads the text of a captured value: the value itself, or its raw value.
enum CapturedText {
  static func text(of value: Any) -> String? {
    if let text = value as? String { return text }
    guard let raw = value as? any RawRepresentable else { return nil }
    return rawText(of: raw)
  }

  private static func rawText<Raw: RawRepresentable>(of raw: Raw) -> String? { raw.rawValue as? String }
}
