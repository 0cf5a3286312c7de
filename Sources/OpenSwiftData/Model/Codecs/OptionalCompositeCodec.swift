/// Optional flat structures: the columns of the members, and one before them that says whether there is a value.
///
/// It is called after the property and is 1 for a value and NULL for nil. Without it nil and a value whose members are
/// all nil would look alike.
struct OptionalCompositeCodec<Wrapped: Codable>: AttributeCodec, MemberResolving {
  typealias Value = Wrapped?

  let wrapped: CompositeCodec<Wrapped>

  var placeholder: Value? { .some(nil) }

  var members: [(name: String, type: any Any.Type)] { wrapped.members }

  func memberName(at keyPath: AnyKeyPath) -> String? { wrapped.memberName(at: keyPath) }

  func columns(named name: String) -> [ModelColumn] {
    let members = wrapped.columns(named: name).map { $0.with(isOptional: true) }
    return [ModelColumn(name, "BOOLEAN", isOptional: true, ordersLikeSQL: false)] + members
  }

  func read(_ row: borrowing ColumnReader) throws -> Value {
    row.isNull ? nil : try wrapped.read(row.advanced(by: 1))
  }

  func write(_ value: Value, to writer: inout ColumnWriter) throws {
    guard let value else {
      return try writer.write(Array(repeating: .null, count: wrapped.shape.members.count + 1))
    }
    try writer.write([.integer(1)] + wrapped.shape.encode(value))
  }

  func areEqual(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left?, let right?): wrapped.areEqual(left, right)
    default: false
    }
  }

  func encode(_ value: Value) throws -> SQLiteValue { try value.map(wrapped.encode) ?? .null }
  func decode(_ value: SQLiteValue) throws -> Value { value == .null ? nil : try wrapped.decode(value) }
}
