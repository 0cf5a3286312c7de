extension CompositeMember {
  /// The member of a name and a type, or nil if the type has more to it than one column.
  static func make<Value>(_ name: String, _: Value.Type, isWrapped: Bool, start: Int) -> CompositeMember? {
    if let column = Value.self as? any ColumnValue.Type {
      return makeColumn(name, column, isWrapped: isWrapped, start: start)
    }
    guard let raw = Value.self as? any RawRepresentable.Type else { return nil }
    return makeRaw(name, raw, isWrapped: isWrapped, start: start)
  }

  private static func makeColumn<Value: ColumnValue>(
    _ name: String, _: Value.Type, isWrapped: Bool, start: Int
  ) -> CompositeMember {
    CodecCompositeMember(name, ColumnCodec<Value>(), isWrapped: isWrapped, start: start)
  }

  private static func makeRaw<Value: RawRepresentable>(
    _ name: String, _ type: Value.Type, isWrapped: Bool, start: Int
  ) -> CompositeMember? {
    guard let raw = Value.RawValue.self as? any ColumnValue.Type else { return nil }
    return makeRaw(name, type, raw, isWrapped: isWrapped, start: start)
  }

  private static func makeRaw<Value: RawRepresentable, Raw: ColumnValue>(
    _ name: String, _: Value.Type, _: Raw.Type, isWrapped: Bool, start: Int
  ) -> CompositeMember {
    CodecCompositeMember(name, MemberRawCodec<Value, Raw>(), isWrapped: isWrapped, start: start)
  }
}

/// `RawCodec` for a type that is only known at run time to have a raw value that is a column.
private struct MemberRawCodec<Value: RawRepresentable, Raw: ColumnValue>: AttributeCodec {
  var placeholder: Value? { nil }

  func columns(named name: String) -> [ModelColumn] { ColumnCodec<Raw>().columns(named: name) }

  func read(_ row: borrowing ColumnReader) throws -> Value {
    let raw = try Raw._read(row)
    guard let value = (raw as? Value.RawValue).flatMap(Value.init(rawValue:)) else {
      throw SwiftDataError.unreadableValue("\(raw) as \(Value.self)")
    }
    return value
  }

  func write(_ value: Value, to writer: inout ColumnWriter) throws {
    guard let raw = value.rawValue as? Raw else { throw SwiftDataError.unstorableValue("\(value)") }
    try raw._write(&writer)
  }

  func areEqual(_ left: Value, _ right: Value) -> Bool {
    guard let left = left.rawValue as? Raw, let right = right.rawValue as? Raw else { return false }
    return ColumnCodec<Raw>.areEqual(left, right)
  }
}
