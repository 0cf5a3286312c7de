import Foundation

extension PredicateTranslator {
  /// The value of a node in which no row has a part, as `names[3]` of a captured list.
  func constant(_ node: Any) throws -> SQLTerm {
    guard let value = PredicateConstant(node)?.value else { throw Unsupported(node: "\(type(of: node))") }
    return .captured(value)
  }

  /// Binds a captured value.
  mutating func bind(captured value: Any) throws -> SQLExpression {
    let kind = SQLKind(type(of: value))
    let encoded = try SQLiteValue(captured: value)
    return SQLExpression(sql: try bind(encoded), kind: encoded == .null ? kind : try comparable(kind, value))
  }

  private func comparable(_ kind: SQLKind, _ value: Any) throws -> SQLKind {
    if case .identifier = kind { return .identifier(Self.identifier(value)?.resolved.entity) }
    guard kind != .opaque else { throw Unsupported(node: "\(type(of: value))") }
    return kind
  }

  /// The identifier in a captured value.
  static func identifier(_ value: Any) -> PersistentIdentifier? { value as? PersistentIdentifier }

  /// Whether a captured value is nil.
  static func isNil(_ value: Any) -> Bool {
    guard let optional = value as? any OptionalType else { return false }
    return optional.wrappedValue == nil
  }
}

extension SQLiteValue {
  /// A value that a predicate captured, as its column would store it.
  init(captured value: Any) throws {
    switch value {
    case let text as String: self = .text(text)
    case let integer as Int: self = .integer(Int64(integer))
    case let identifier as PersistentIdentifier: self = .integer(identifier.resolved.key)
    case let value as any ColumnValue: self = try Self.encoded(value)
    case let value as any RawRepresentable: try self.init(captured: value.rawValue)
    case let value as any OptionalType where value.wrappedValue == nil: self = .null
    default: throw PredicateTranslator.Unsupported(node: "\(type(of: value))")
    }
  }

  /// What a column refuses, as a NaN, no column holds; only memory can compare with it.
  private static func encoded(_ value: any ColumnValue) throws -> SQLiteValue {
    if let url = value as? URL, url.baseURL != nil { throw PredicateTranslator.Unsupported(node: "a relative URL") }
    guard let encoded = try? value.sqliteValue() else {
      throw PredicateTranslator.Unsupported(node: "\(type(of: value))")
    }
    return encoded
  }
}
