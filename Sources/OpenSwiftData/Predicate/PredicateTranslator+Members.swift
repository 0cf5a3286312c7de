import Foundation

extension PredicateTranslator {
  /// A property of a value, as the count of a text.
  func member(_ keyPath: AnyKeyPath, of value: SQLExpression, _ type: Any.Type) throws -> SQLTerm {
    if let known = Self.known[keyPath], known.of == value.kind {
      return .value(SQLExpression(sql: known.sql(value.sql), kind: known.kind, isStrict: value.isStrict))
    }
    if let raw = type as? any RawRepresentable.Type, RawValueKeyPaths.isRawValue(keyPath, of: raw) {
      return .value(value)
    }
    throw Unsupported(node: "\(keyPath)")
  }

  private struct Member {
    let of: SQLKind
    let kind: SQLKind
    let sql: (String) -> String
  }

  // Sound as `nonisolated(unsafe)`: a constant whose keys are literals without captures and whose closures capture
  // nothing.
  private nonisolated(unsafe) static let known: [AnyKeyPath: Member] = [
    \String.count: Member(of: .text, kind: .number(.int64)) { "string_count(\($0))" },
    \String.isEmpty: Member(of: .text, kind: .boolean) { "(\($0) = '')" },
    \Data.count: Member(of: .blob, kind: .number(.int64)) { "length(\($0))" },
    \Data.isEmpty: Member(of: .blob, kind: .boolean) { "(length(\($0)) = 0)" },
    \Date.timeIntervalSinceReferenceDate: Member(of: .date, kind: .number(.double)) { $0 },
    \Date.timeIntervalSince1970: Member(of: .date, kind: .number(.double)) {
      "(\($0) + \(Date.timeIntervalBetween1970AndReferenceDate))"
    },
    \UUID.uuidString: Member(of: .token, kind: .text) { $0 },
    // A URL that is relative to another is stored as two texts with a space between.
    \URL.absoluteString: Member(of: .token, kind: .text) {
      "(CASE WHEN instr(\($0), ' ') THEN url_absolute_string(\($0)) ELSE \($0) END)"
    },
  ]
}
