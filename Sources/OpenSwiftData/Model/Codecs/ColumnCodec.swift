import Foundation

/// Standard types: stored as they are.
struct ColumnCodec<Value: ColumnValue>: AttributeCodec {
  var placeholder: Value? { Value._placeholder }

  func columns(named name: String) -> [ModelColumn] {
    [
      ModelColumn(
        name, Value._columnType, isOptional: Value._isOptional, ordersLikeSQL: Self.ordersLikeSQL,
        kind: SQLKind(Value.self))
    ]
  }

  func read(_ row: borrowing ColumnReader) throws -> Value { try Value._read(row) }
  func write(_ value: Value, to writer: inout ColumnWriter) throws { try value._write(&writer) }
  func areEqual(_ left: Value, _ right: Value) -> Bool { Self.areEqual(left, right) }

  /// Texts that only look alike, as "é" in one scalar or in two, are different values to a store.
  static func areEqual(_ left: Value, _ right: Value) -> Bool {
    guard left == right else { return false }
    guard let left = left as? String, let right = right as? String else { return true }
    return left.utf8.elementsEqual(right.utf8)
  }

  static var ordersLikeSQL: Bool { Value.self != Decimal.self && Value.self != Decimal?.self }
}
