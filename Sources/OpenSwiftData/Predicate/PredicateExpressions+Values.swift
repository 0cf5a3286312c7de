import Foundation

extension PredicateExpressions.Variable: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm { try translator.term(of: key) }
}

extension PredicateExpressions.Value: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    .value(try translator.bind(SQLiteValue(captured: value)))
  }
}

extension PredicateExpressions.NilLiteral: SQLTranslatable {
  func term(_: inout PredicateTranslator) throws -> SQLTerm { .value("NULL") }
}

extension PredicateExpressions.KeyPath: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    switch try translator.term(root) {
    case .entity(let alias): try translator.column(keyPath, of: alias)
    case .composite(let property, let alias): try translator.column(ofMember: keyPath, of: property, alias)
    case .value: throw PredicateTranslator.Unsupported(node: "\(keyPath)")
    }
  }
}

extension SQLiteValue {
  /// A value that a predicate captured, as its column would store it.
  init(captured value: Any) throws {
    switch value {
    case let identifier as PersistentIdentifier: self = .integer(identifier.resolved.key)
    case let value as any ColumnValue: self = try value.sqliteValue()
    case let value as any RawRepresentable: try self.init(captured: value.rawValue)
    default: throw PredicateTranslator.Unsupported(node: "\(type(of: value))")
    }
  }
}
