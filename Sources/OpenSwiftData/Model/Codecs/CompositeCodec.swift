/// Flat structures: one column for each member, named after property and member, as in "size.width".
struct CompositeCodec<Value: Codable>: AttributeCodec {
  fileprivate let shape: CompositeShape<Value>

  init?() {
    guard let shape = CompositeShape<Value>() else { return nil }
    self.shape = shape
  }

  var placeholder: Value? { try? ZeroDecoder.zero(Value.self) }
  var isComposite: Bool { true }
  var members: [(name: String, type: any Any.Type)] { shape.members.map { ($0.name, $0.type) } }

  func memberName(at keyPath: AnyKeyPath) -> String? { shape.member(at: keyPath)?.name }

  func columns(named name: String) -> [ModelColumn] {
    shape.members.map(\.column).map { $0.with(name: "\(name).\($0.name)") }
  }

  func read(_ row: borrowing ColumnReader) throws -> Value { try shape.read(row) }
  func write(_ value: Value, to writer: inout ColumnWriter) throws { try writer.write(shape.encode(value)) }

  func areEqual(_ left: Value, _ right: Value) -> Bool {
    guard let left = try? shape.encode(left), let right = try? shape.encode(right) else { return false }
    return zip(left, right).allSatisfy { $0.isSame(as: $1) }
  }

  // A single value, in memory or as an argument, is the JSON text of the whole.
  func encode(_ value: Value) throws -> SQLiteValue { .text(try JSONText.text(of: value)) }

  func decode(_ value: SQLiteValue) throws -> Value {
    try JSONText.value(Value.self, of: ColumnReader(value).text)
  }
}

/// Optional flat structures: a column that is 1 for a value and NULL for nil, then the columns of the members.
///
/// Without the first one, nil and a value whose members are all nil would look alike.
struct OptionalCompositeCodec<Wrapped: Codable>: AttributeCodec {
  typealias Value = Wrapped?

  private let wrapped: CompositeCodec<Wrapped>

  init?() {
    guard let wrapped = CompositeCodec<Wrapped>() else { return nil }
    self.wrapped = wrapped
  }

  var placeholder: Value? { .some(nil) }
  var isComposite: Bool { true }
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

  func areEqual(_ left: Value, _ right: Value) -> Bool { wrapped.areEqualOrNil(left, right) }
  func encode(_ value: Value) throws -> SQLiteValue { try value.map(wrapped.encode) ?? .null }
  func decode(_ value: SQLiteValue) throws -> Value { value == .null ? nil : try wrapped.decode(value) }
}

/// The members of a flat value type: a structure whose `Codable` members are its stored properties, each one column.
///
/// It is recorded by decoding the type from a `CompositeRecorder`, and accepted only if reflection shows the same names
/// and types in the same order. A structure has no shape, and is stored as JSON, if its `CodingKeys` have other names,
/// if it contains structures or lists, or if it can't be decoded from empty values.
private struct CompositeShape<Value: Codable>: Sendable {
  let members: [CompositeMember]
  private let knowsLayout: Bool

  init?() {
    let recorder = CompositeRecorder()
    guard !(Value.self is any ColumnValue.Type), let probe = try? Value(from: recorder), !recorder.isRefused else {
      return nil
    }
    members = recorder.members
    knowsLayout = members.last?.end == MemoryLayout<Value>.size
    guard Self.agrees(members, with: probe), (try? decode(encode(probe))) != nil else { return nil }
  }

  /// The member that a key path refers to, or nil.
  ///
  /// Only key paths to stored members have an offset, so that a computed property is never taken for one. The offsets
  /// follow from the members' types; they are used only if the members fill the whole value.
  func member(at keyPath: AnyKeyPath) -> CompositeMember? {
    guard knowsLayout, let path = keyPath as? PartialKeyPath<Value>, let offset = MemoryLayout<Value>.offset(of: path)
    else { return nil }
    return members.first { $0.offset == offset && $0.type == type(of: keyPath).valueType }
  }

  func encode(_ value: Value) throws -> [SQLiteValue] {
    let encoder = CompositeEncoder(members)
    try value.encode(to: encoder)
    return try encoder.finish()
  }

  func read(_ row: borrowing ColumnReader) throws -> Value {
    try Value(from: CompositeDecoder(members: members, source: .columns(copy row)))
  }

  private func decode(_ values: [SQLiteValue]) throws -> Value {
    try Value(from: CompositeDecoder(members: members, source: .values(values)))
  }

  private static func agrees(_ members: [CompositeMember], with probe: Value) -> Bool {
    let mirror = Mirror(reflecting: probe)
    guard mirror.displayStyle == .struct, !(probe is any CustomReflectable), !members.isEmpty,
      mirror.children.count == members.count, Set(members.map { $0.name.lowercased() }).count == members.count
    else { return false }
    return zip(mirror.children, members).allSatisfy { child, member in
      child.label == member.name && type(of: child.value) == member.type
    }
  }
}
