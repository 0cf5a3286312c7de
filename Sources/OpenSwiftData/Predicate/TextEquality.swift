/// The equality of a column with a captured text.
///
/// Swift's `==` finds canonically equivalent texts equal, "é" in one scalar or in two, while SQLite compares bytes. A
/// text of ASCII alone has no other form, or a few that can be listed, and is compared by bytes, so that an index
/// serves. Others are compared by Swift itself, within the range of an index that their beginning allows.
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
    // On this side, because SQLite makes one IN of several such equalities, and asks the left side how to compare.
    let isEqual = "\(value.sql) COLLATE \(TextCollation.swift.rawValue) \(operation.sign) \(parameter)"
    guard !operation.isNegated, let range = try prefixRange(&translator) else { return "(\(isEqual))" }
    return "(\(range) AND \(isEqual))"
  }

  /// Bounds by bytes of every text that is equivalent; nil if the text begins with what has several forms.
  private func prefixRange(_ translator: inout PredicateTranslator) throws -> String? {
    guard let bounds = CanonicalForms.prefixBounds(of: text) else { return nil }
    let (lower, upper) = (try translator.bind(.text(bounds.lower)), try translator.bind(.text(bounds.upper)))
    let range = "\(value.sql) >= \(lower) AND \(value.sql) < \(upper)"
    return operation.isOptional ? "ifnull(\(range), 0)" : range
  }

  private var isStrict: Bool { !operation.isOptional && value.isStrict }
}
