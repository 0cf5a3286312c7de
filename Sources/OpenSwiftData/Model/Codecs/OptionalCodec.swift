/// Optionals of the values of a codec with one column: NULL when nil.
struct OptionalCodec<Wrapped: AttributeCodec>: AttributeCodec {
  typealias Value = Wrapped.Value?

  let wrapped: Wrapped

  var placeholder: Value? { .some(nil) }

  var encoding: StoredEncoding { wrapped.encoding }

  var knownValues: [SQLiteValue]? { wrapped.knownValues }

  func columns(named name: String) -> [ModelColumn] {
    wrapped.columns(named: name).map { $0.with(isOptional: true) }
  }

  func read(_ row: borrowing ColumnReader) throws -> Value { row.isNull ? nil : try wrapped.read(row) }

  func write(_ value: Value, to writer: inout ColumnWriter) throws {
    guard let value else { return try writer.null() }
    try wrapped.write(value, to: &writer)
  }

  func areEqual(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left?, let right?): wrapped.areEqual(left, right)
    default: false
    }
  }
}
