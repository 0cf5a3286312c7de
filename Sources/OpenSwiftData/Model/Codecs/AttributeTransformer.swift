/// Converts the values of an attribute to a type that a store keeps, and back.
///
/// An attribute of any type can be stored if there is a transformer for it:
///
/// ```swift
/// enum ColorTransformer: AttributeTransformer {
///   static func storedValue(for color: Color) -> String { color.hexadecimal }
///   static func value(for stored: String) throws -> Color { try Color(hexadecimal: stored) }
/// }
///
/// @Attribute(.transformable(by: ColorTransformer.self)) var color: Color
/// ```
///
/// Predicates on the attribute are evaluated in memory.
public protocol AttributeTransformer: SendableMetatype {
  /// The attribute's type.
  associatedtype Value
  /// The type that the store keeps.
  associatedtype Stored: ColumnValue

  /// Converts a value for the store.
  ///
  /// - Throws: any error for a value that can't be stored; the save then fails with it.
  static func storedValue(for value: Value) throws -> Stored

  /// Converts a stored value back.
  ///
  /// - Throws: any error for what can't be read; the fetch then fails with it.
  static func value(for stored: Stored) throws -> Value
}

struct TransformerCodec<Transformer: AttributeTransformer>: AttributeCodec {
  typealias Value = Transformer.Value

  var placeholder: Value? { try? Transformer.value(for: Transformer.Stored._placeholder) }
  var encoding: StoredEncoding { .transformed(by: Transformer.self) }

  func columns(named name: String) -> [ModelColumn] {
    let stored = Transformer.Stored.self
    return [
      ModelColumn(
        name, stored._columnType, isOptional: stored._isOptional, ordersLikeSQL: false, holdsValue: false)
    ]
  }

  func read(_ row: borrowing ColumnReader) throws -> Value {
    try Transformer.value(for: Transformer.Stored._read(row))
  }

  func write(_ value: Value, to writer: inout ColumnWriter) throws {
    try Transformer.storedValue(for: value)._write(&writer)
  }

  func areEqual(_ left: Value, _ right: Value) -> Bool {
    guard let left = try? Transformer.storedValue(for: left), let right = try? Transformer.storedValue(for: right)
    else { return false }
    return ColumnCodec<Transformer.Stored>.areEqual(left, right)
  }
}
