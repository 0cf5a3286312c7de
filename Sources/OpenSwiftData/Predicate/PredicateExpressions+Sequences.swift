import Foundation

extension PredicateExpressions.SequenceContains: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    guard let list = (sequence as? any CapturedValue)?.captured as? any Sequence else {
      throw PredicateTranslator.Unsupported(node: "contains")
    }
    let element = try translator.sql(element)
    let values = try list.map { try SQLiteValue(captured: $0) }
    return .value(try membership(of: element, in: values, &translator))
  }

  private func membership(
    of element: String, in values: [SQLiteValue], _ translator: inout PredicateTranslator
  ) throws -> String {
    let nonNull = values.filter { $0 != .null }
    let isNullMember = nonNull.count < values.count
    let parameters = try nonNull.map { try translator.bind($0) }.joined(separator: ", ")
    // NULL IN (...) is NULL, and NOT NULL is no answer.
    let isMember = "ifnull(\(element) IN (\(parameters)), 0)"
    return isNullMember ? "(\(isMember) OR \(element) IS NULL)" : isMember
  }
}
