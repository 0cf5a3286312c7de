/// One member of a flat value type: its name, its column and its position in the value's memory.
class CompositeMember: @unchecked Sendable {
  // Sound: every stored property of this class and its subclasses is a constant of a Sendable type.
  let name: String
  let type: any Any.Type
  /// Where the member begins and ends in the value's memory, in bytes.
  let offset: Int
  let end: Int
  let column: ModelColumn

  fileprivate init(name: String, type: any Any.Type, layout: (offset: Int, end: Int), column: ModelColumn) {
    self.name = name
    self.type = type
    self.column = column
    offset = layout.offset
    end = layout.end
  }
}

/// A member of a known type; `Value` is the type without its optional.
class TypedCompositeMember<Value>: CompositeMember, @unchecked Sendable {
  // Sound: it adds nothing.
  func read(_ row: borrowing ColumnReader) throws -> Value { preconditionFailure("abstract") }
  func encode(_ value: Value) throws -> SQLiteValue { preconditionFailure("abstract") }
}

/// A member that a codec with one column stores.
private final class CodecCompositeMember<Codec: AttributeCodec>:
  TypedCompositeMember<Codec.Value>, @unchecked Sendable
{
  // Sound: a constant of a Sendable type.
  private let codec: Codec

  init(_ name: String, _ codec: Codec, isWrapped: Bool, start: Int) {
    self.codec = codec
    let column = codec.columns(named: name)[0]
    super.init(
      name: name, type: isWrapped ? Codec.Value?.self : Codec.Value.self,
      layout: isWrapped ? Self.layout(of: Codec.Value?.self, start) : Self.layout(of: Codec.Value.self, start),
      column: column.with(isOptional: isWrapped || column.isOptional))
  }

  override func read(_ row: borrowing ColumnReader) throws -> Codec.Value { try codec.read(row) }
  override func encode(_ value: Codec.Value) throws -> SQLiteValue { try codec.encode(value) }

  /// Members follow one another in the order of their declaration, each at the next offset that its alignment allows.
  ///
  /// Source: https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeLayout.rst
  private static func layout<Member>(of _: Member.Type, _ start: Int) -> (offset: Int, end: Int) {
    let alignment = MemoryLayout<Member>.alignment
    let offset = (start + alignment - 1) / alignment * alignment
    return (offset, offset + MemoryLayout<Member>.size)
  }
}

extension CompositeMember {
  ///
  /// - Parameters:
  /// - isWrapped: whether the member is an optional of the type, which decodes nil by asking for it first.
  /// - start: the end of the member before.
  /// - Returns: nil if the type doesn't fit in one column.
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

/// `RawCodec` for a type whose raw value is found to fit a column only at run time.
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
