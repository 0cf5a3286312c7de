/// Values that a transformer stores as something else.
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
