/// Everything else that is `Codable`: stored as JSON text.
struct JSONCodec<Value: Codable>: AttributeCodec {
  var placeholder: Value? { try? ZeroDecoder.zero(Value.self) }

  var encoding: StoredEncoding { StoredTypeName.storage(Value.self) == StoredEncoding.json.name ? .plain : .json }

  func columns(named name: String) -> [ModelColumn] {
    [ModelColumn(name, "TEXT", isOptional: isOptional, ordersLikeSQL: false)]
  }

  func read(_ row: borrowing ColumnReader) throws -> Value {
    try JSONText.value(Value.self, of: row.isNull ? "null" : row.text)
  }

  func write(_ value: Value, to writer: inout ColumnWriter) throws {
    let text = try JSONText.text(of: value)
    // An optional that is nil is NULL in its column, not the word.
    if isOptional, text == "null" { try writer.null() } else { try writer.text(text) }
  }

  func areEqual(_ left: Value, _ right: Value) -> Bool {
    guard let left = try? JSONText.text(of: left), let right = try? JSONText.text(of: right) else { return false }
    return left.utf8.elementsEqual(right.utf8)
  }

  private var isOptional: Bool { Value.self is any ExpressibleByNilLiteral.Type }
}
