/// Turns the values of an attribute into something that a store keeps, and back.
///
/// An attribute of any type at all can be stored, if there is a transformer for it:
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
/// Predicates see the attribute in memory only.
public protocol AttributeTransformer: SendableMetatype {
  /// The attribute's type.
  associatedtype Value
  /// The type that the store keeps.
  associatedtype Stored: ColumnValue

  /// What the store keeps for a value.
  ///
  /// - Throws: anything, for a value that can't be stored; the save then fails with it.
  static func storedValue(for value: Value) throws -> Stored

  /// The value for what the store kept.
  ///
  /// - Throws: anything, for what can't be read; the fetch then fails with it.
  static func value(for stored: Stored) throws -> Value
}
