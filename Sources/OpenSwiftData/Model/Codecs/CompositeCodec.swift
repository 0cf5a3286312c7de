/// Flat structures: one column for each member, called after property and member, as in "size.width".
struct CompositeCodec<Value: Codable>: AttributeCodec, MemberResolving {
  let shape: CompositeShape<Value>

  var placeholder: Value? { try? ZeroDecoder.zero(Value.self) }

  var members: [(name: String, type: any Any.Type)] { shape.members.map { ($0.name, $0.type) } }

  func memberName(at keyPath: AnyKeyPath) -> String? { shape.member(at: keyPath)?.name }

  func columns(named name: String) -> [ModelColumn] {
    shape.members.map(\.column).map { $0.with(name: "\(name).\($0.name)") }
  }

  func read(_ row: borrowing ColumnReader) throws -> Value { try shape.read(row) }

  func write(_ value: Value, to writer: inout ColumnWriter) throws {
    try writer.write(shape.encode(value))
  }

  func areEqual(_ left: Value, _ right: Value) -> Bool {
    guard let left = try? shape.encode(left), let right = try? shape.encode(right) else { return false }
    return zip(left, right).allSatisfy { $0.isSame(as: $1) }
  }

  // In memory, and wherever one value is asked for, the whole is its JSON text.
  func encode(_ value: Value) throws -> SQLiteValue { .text(try JSONText.text(of: value)) }

  func decode(_ value: SQLiteValue) throws -> Value {
    try JSONText.value(Value.self, of: ColumnReader(value).text)
  }
}

extension SQLiteValue {
  /// Whether both are the same to the byte; texts that only look alike are not.
  func isSame(as other: SQLiteValue) -> Bool {
    guard case .text(let left) = self, case .text(let right) = other else { return self == other }
    return left.utf8.elementsEqual(right.utf8)
  }
}
