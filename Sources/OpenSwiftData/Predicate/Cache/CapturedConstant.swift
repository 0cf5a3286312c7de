import Foundation

/// A type whose captured values are all bound in one way.
protocol CapturedConstant {
  /// The value as it is bound; nil if it can't be.
  var bound: SQLiteValue? { get }
}

/// One that is not an optional.
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
