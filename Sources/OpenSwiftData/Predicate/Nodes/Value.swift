import Foundation

/// A value that the predicate captured, or a literal.
extension PredicateExpressions.Value: PredicateNode {
  func term(_: inout PredicateTranslator) throws -> SQLTerm { .captured(value) }
}

extension PredicateExpressions.Value: ShapedNode where Output: CapturedConstant {
  func describe(in shape: inout PredicateShape) { shape.capture(value.bound) }
}

/// A type all of whose values are bound in the same way, so that a cached translation can bind another one.
protocol CapturedConstant {
  /// The value as a parameter; nil if it can't be one.
  var bound: SQLiteValue? { get }
}

/// A captured constant that is not an optional.
protocol CapturedScalar: CapturedConstant {}

extension CapturedConstant where Self: ColumnValue {
  var bound: SQLiteValue? { try? sqliteValue() }
}

extension Int: CapturedScalar {
  var bound: SQLiteValue? { .integer(Int64(self)) }
}

extension String: CapturedScalar {
  var bound: SQLiteValue? { .text(self) }
}

extension Bool: CapturedScalar {}
extension Int8: CapturedScalar {}
extension Int16: CapturedScalar {}
extension Int32: CapturedScalar {}
extension Int64: CapturedScalar {}
extension Double: CapturedScalar {}
extension Float: CapturedScalar {}
extension Date: CapturedScalar {}
extension UUID: CapturedScalar {}

// Not optionals of optionals: they have more than one nil.
extension Optional: CapturedConstant where Wrapped: CapturedScalar {
  var bound: SQLiteValue? {
    guard let self else { return .null }
    return self.bound
  }
}
