import Foundation

/// A value that the predicate captured, or a literal.
extension PredicateExpressions.Value: PredicateNode {
  func term(_: inout PredicateTranslator) throws -> SQLTerm { .captured(value) }
}

extension PredicateExpressions.Value: ShapedNode {
  func describe(in shape: inout PredicateShape) { shape.capture(bound) }

  /// The value as a parameter; nil if others of its type may be bound in another way, or not at all.
  private var bound: SQLiteValue? {
    // A cast would take the inner optional for the value.
    if (Output.self as? any OptionalType.Type)?.wrappedType is any OptionalType.Type { return nil }
    // In the order of `SQLiteValue.init(captured:)`.
    return switch value {
    case let constant as any CapturedConstant: constant.bound
    case is any ColumnValue: nil
    case let value as any RawRepresentable: (value.rawValue as? any CapturedScalar)?.bound
    default: nil
    }
  }
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
