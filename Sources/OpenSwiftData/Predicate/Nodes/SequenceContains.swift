import Foundation

/// `sequence.contains(element)` of captured values or related rows.
extension PredicateExpressions.SequenceContains: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    let sequence = try translator.term(sequence)
    if case .list(let list) = sequence { return try contains(list, &translator) }
    guard case .captured(let value) = sequence, let list = value as? LHS.Output else {
      throw PredicateTranslator.Unsupported(node: "contains")
    }
    let (element, mayFail) = try translator.judging { try $0.expression(self.element) }
    let isOptional = RHS.Output.self is any OptionalType.Type
    let values = list.map { $0 }
    try translator.requireSQLEquality(of: RHS.Output.self, captured: values.first)
    // A failure must not look like nil, nor be skipped because there is nothing to compare with.
    guard !mayFail || !(isOptional || values.isEmpty) else {
      throw PredicateTranslator.Unsupported(node: "contains of what may fail")
    }
    return try Membership(element: element, isOptional: isOptional).sql(values, &translator)
  }

  private func contains(_ list: SQLList, _ translator: inout PredicateTranslator) throws -> SQLTerm {
    let element = try translator.requiringSuccess { try $0.term(self.element) }
    guard let key = element.row?.key, key.kind == list.element.key.kind else {
      throw PredicateTranslator.Unsupported(node: "contains")
    }
    return .condition("(\(list.exists(where: "\(list.element.key.sql) = \(key.sql)")))", isStrict: false)
  }

  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(PredicateExpressions.SequenceContains<_, _>(sequence: sequence.memory, element: element.memory))
  }
}

/// Tests whether an expression is one of some captured values.
private struct Membership {
  let element: SQLExpression
  /// Whether NULL means nil; otherwise it is unknown.
  let isOptional: Bool

  func sql(_ values: [Any], _ translator: inout PredicateTranslator) throws -> SQLTerm {
    let present = values.filter { !isNil($0) }
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
    case .identifier(let entity): return [try integerTest(values.compactMap { key($0, in: entity) }, &translator)]
    case .number(let type) where type.isInteger: return [try integerTest(values.map(integer), &translator)]
    default: return [try list(element.sql, values.map { try SQLiteValue(captured: $0) }, &translator)]
    }
  }

  private func list(
    _ sql: String, _ values: [SQLiteValue], _ translator: inout PredicateTranslator
  ) throws -> String {
    "\(sql) IN (\(try values.map { try translator.bind($0) }.joined(separator: ", ")))"
  }

  /// Compares texts by bytes where that suffices, so that an index serves; others as Swift does.
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

  /// Many integers are one parameter, so their number is unlimited and one statement serves all lengths.
  private func integerTest(_ integers: [Int64], _ translator: inout PredicateTranslator) throws -> String {
    guard integers.count > Self.longestList else {
      return try list(element.sql, integers.map(SQLiteValue.integer), &translator)
    }
    let json = "[\(integers.map(String.init).joined(separator: ","))]"
    return "\(element.sql) IN (SELECT value FROM json_each(\(try translator.bind(.text(json)))))"
  }

  /// The most integers bound as separate parameters.
  private static let longestList = 8

  private func key(_ value: Any, in entity: EntityIdentity?) -> Int64? {
    guard let identifier = (value as? PersistentIdentifier)?.resolved, identifier.entity == entity else { return nil }
    return identifier.key
  }

  private func integer(_ value: Any) throws -> Int64 {
    guard case .integer(let integer) = try SQLiteValue(captured: value) else {
      throw PredicateTranslator.Unsupported(node: "\(type(of: value))")
    }
    return integer
  }
}
