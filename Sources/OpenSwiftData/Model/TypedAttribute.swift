/// An attribute with the type of its values: what batches write and read without a model.
class TypedAttribute<Value>: ModelProperty, @unchecked Sendable {
  // Sound: it adds no stored property.

  /// Writes a value into the columns, the writer's current one first.
  func write(_ value: Value, to writer: inout ColumnWriter) throws { preconditionFailure("abstract") }

  /// Decodes a value as `encodedValue(in:)` returned it.
  func decode(_ stored: SQLiteValue) throws -> Value { preconditionFailure("abstract") }
}
