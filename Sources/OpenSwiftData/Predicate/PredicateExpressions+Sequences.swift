import Foundation

extension PredicateExpressions.SequenceContains: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    guard let list = (sequence as? any CapturedValue)?.captured as? any Sequence else {
      throw PredicateTranslator.Unsupported(node: "contains")
    }
    let element = try translator.sql(element)
    let values = try list.map { try SQLiteValue(captured: $0) }
    guard values.count <= Self.largestList else { throw PredicateTranslator.Unsupported(node: "a list this long") }
    return .value(try membership(of: element, in: values, &translator))
  }

  /// SQLite binds 32 766 parameters at most.
  ///
  /// Source: https://www.sqlite.org/limits.html#max_variable_number
  private static var largestList: Int { 30_000 }

  private func membership(
    of element: String, in values: [SQLiteValue], _ translator: inout PredicateTranslator
  ) throws -> String {
    let nonNull = values.filter { $0 != .null }
    let isNullMember = nonNull.count < values.count
    let parameters = nonNull.map { translator.bind($0) }.joined(separator: ", ")
    // NULL IN (...) is NULL, and NOT NULL is no answer.
    let isMember = "ifnull(\(element) IN (\(parameters)), 0)"
    return isNullMember ? "(\(isMember) OR \(element) IS NULL)" : isMember
  }
}
