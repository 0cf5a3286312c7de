import Foundation

/// Whether an expression is one of some captured values.
struct Membership {
  let element: SQLExpression
  /// Whether NULL stands for nil; otherwise it is unknown.
  let isOptional: Bool

  func sql(_ values: [Any], _ translator: inout PredicateTranslator) throws -> SQLTerm {
    let present = values.filter { !PredicateTranslator.isNil($0) }
    var tests = try self.tests(present, &translator)
    if isOptional { tests = tests.map { "ifnull(\($0), 0)" } }
    if present.count < values.count { tests.append("\(element.sql) IS NULL") }
    guard !tests.isEmpty else { return .condition(isOptional ? "0" : "(\(element.sql) IN ())") }
    return .condition("(\(tests.joined(separator: " OR ")))", isStrict: false)
  }

  private func tests(_ values: [Any], _ translator: inout PredicateTranslator) throws -> [String] {
    guard !element.mayBeNaN else { throw PredicateTranslator.Unsupported(node: "a calculation in a list") }
    switch element.kind {
    case .opaque: throw PredicateTranslator.Unsupported(node: "contains")
    case .text: return try textTests(values.compactMap(CapturedText.text), &translator)
    case .identifier(let entity): return [try keyTest(values.compactMap(key(in: entity)), &translator)]
    case .number(let type) where type.isInteger: return [try keyTest(values.map(integer), &translator)]
    default: return [try list(element.sql, values.map { try SQLiteValue(captured: $0) }, &translator)]
    }
  }

  private func list(
    _ sql: String, _ values: [SQLiteValue], _ translator: inout PredicateTranslator
  ) throws -> String {
    "\(sql) IN (\(try values.map { try translator.bind($0) }.joined(separator: ", ")))"
  }

  /// Texts by their bytes, where that is enough, so that an index serves; the others as Swift compares them.
  private func textTests(_ texts: [String], _ translator: inout PredicateTranslator) throws -> [String] {
    let forms = texts.map { (text: $0, all: CanonicalForms.all(of: $0)) }
    let byBytes = forms.flatMap { $0.all ?? [] }
    let bySwift = forms.filter { $0.all == nil }.map(\.text)
    var tests: [String] = []
    if !byBytes.isEmpty { tests.append(try list(element.sql, byBytes.map(SQLiteValue.text), &translator)) }
    if !bySwift.isEmpty {
      let sql = "(\(element.sql) COLLATE \(TextCollation.swift.rawValue))"
      tests.append(try list(sql, bySwift.map(SQLiteValue.text), &translator))
    }
    return tests.isEmpty ? ["(\(element.sql) IN ())"] : tests
  }

  // MARK: - Integers

  /// Many integers are one parameter, so there is no limit to them and one statement serves lists of any length.
  private func keyTest(_ keys: [Int64], _ translator: inout PredicateTranslator) throws -> String {
    guard keys.count > Self.largestList else {
      return try list(element.sql, keys.map(SQLiteValue.integer), &translator)
    }
    let json = "[\(keys.map(String.init).joined(separator: ","))]"
    return "\(element.sql) IN (SELECT value FROM json_each(\(try translator.bind(.text(json)))))"
  }

  private static let largestList = 8

  private func key(in entity: EntityIdentity?) -> (Any) -> Int64? {
    { value in
      guard let identifier = PredicateTranslator.identifier(value)?.resolved, identifier.entity == entity else {
        return nil
      }
      return identifier.key
    }
  }

  private func integer(_ value: Any) throws -> Int64 {
    guard case .integer(let integer) = try SQLiteValue(captured: value) else {
      throw PredicateTranslator.Unsupported(node: "\(type(of: value))")
    }
    return integer
  }
}
