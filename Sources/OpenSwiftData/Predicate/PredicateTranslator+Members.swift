import Foundation

extension PredicateTranslator {
  /// A property of a value, as the count of a text.
  func member(_ keyPath: AnyKeyPath, of value: SQLExpression, _ type: Any.Type) throws -> SQLTerm {
    if let known = Self.known[keyPath], known.of == value.kind {
      let sql = known.prefix + value.sql + known.suffix
      return .value(SQLExpression(sql: sql, kind: known.kind, isStrict: value.isStrict))
    }
    if let raw = type as? any RawRepresentable.Type, RawValueKeyPaths.isRawValue(keyPath, of: raw) {
      return .value(value)
    }
    throw Unsupported(node: "\(keyPath)")
  }

  private struct Member {
    let of: SQLKind
    let kind: SQLKind
    let prefix: String
    let suffix: String
  }

  // Sound as `nonisolated(unsafe)`: a constant whose keys are literals without captures.
  private nonisolated(unsafe) static let known: [AnyKeyPath: Member] = [
    \String.count: Member(of: .text, kind: .number(.int64), prefix: "string_count(", suffix: ")"),
    \String.isEmpty: Member(of: .text, kind: .boolean, prefix: "(", suffix: " = '')"),
    \Data.count: Member(of: .blob, kind: .number(.int64), prefix: "length(", suffix: ")"),
    \Data.isEmpty: Member(of: .blob, kind: .boolean, prefix: "(length(", suffix: ") = 0)"),
    \Date.timeIntervalSinceReferenceDate: Member(of: .date, kind: .number(.double), prefix: "", suffix: ""),
    \Date.timeIntervalSince1970: Member(
      of: .date, kind: .number(.double), prefix: "(",
      suffix: " + \(Date.timeIntervalBetween1970AndReferenceDate))"),
    \UUID.uuidString: Member(of: .token, kind: .text, prefix: "", suffix: ""),
    \URL.absoluteString: Member(of: .token, kind: .text, prefix: "", suffix: ""),
  ]
}
