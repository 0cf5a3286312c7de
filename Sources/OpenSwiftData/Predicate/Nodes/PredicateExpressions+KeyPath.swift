import Foundation

extension PredicateExpressions.KeyPath: SQLTranslatable {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    switch try translator.term(root) {
    case .entity(let entity): return try translator.member(keyPath, of: entity)
    case .composite(let property, let entity):
      return try translator.column(ofMember: keyPath, of: property, entity)
    case .reference(let reference): return try translator.member(keyPath, of: reference)
    case .list(let list): return try translator.member(keyPath, of: list, Root.Output.self)
    case .value(let expression): return try translator.member(keyPath, of: expression, Root.Output.self)
    case .captured(let value):
      guard let value = value as? Root.Output else { throw PredicateTranslator.Unsupported(node: "\(keyPath)") }
      return .captured(value[keyPath: keyPath as Swift.KeyPath<Root.Output, Output>])
    }
  }
}

extension PredicateExpressions.KeyPath: PredicateShaped where Root: RowNode {
  func describe(in shape: inout PredicateShape) {
    shape.mark(keyPath)
    root.describe(in: &shape)
  }
}

extension PredicateExpressions.KeyPath: RowNode where Root: RowNode {}
