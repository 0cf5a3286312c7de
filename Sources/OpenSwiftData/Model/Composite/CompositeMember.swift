/// One member of a flat value type: its name, its column and where it lies in the value.
class CompositeMember: @unchecked Sendable {
  // Sound: every stored property of this class and its subclass is a constant of a Sendable type.
  let name: String
  /// The member's type, with its optional.
  let type: any Any.Type
  /// Whether nil is decoded by asking for it first, as `T?` members are.
  let isWrapped: Bool
  /// The number of bytes in front of the member in its value.
  let offset: Int
  /// The number of bytes up to the member's end.
  let end: Int
  let column: ModelColumn

  fileprivate init(
    name: String, type: any Any.Type, isWrapped: Bool, layout: (offset: Int, end: Int), column: ModelColumn
  ) {
    self.name = name
    self.type = type
    self.isWrapped = isWrapped
    self.column = column
    offset = layout.offset
    end = layout.end
  }
}

/// A member whose type is known; `Value` is the type without the optional if `isWrapped`.
class TypedCompositeMember<Value>: CompositeMember, @unchecked Sendable {
  // Sound: it adds nothing.
  func read(_ row: borrowing ColumnReader) throws -> Value { preconditionFailure("abstract") }
  func encode(_ value: Value) throws -> SQLiteValue { preconditionFailure("abstract") }
}

/// A member that a codec with one column stores.
final class CodecCompositeMember<Codec: AttributeCodec>: TypedCompositeMember<Codec.Value>, @unchecked Sendable {
  // Sound: a constant of a Sendable type.
  private let codec: Codec

  /// - Parameter start: the end of the member before.
  init(_ name: String, _ codec: Codec, isWrapped: Bool, start: Int) {
    self.codec = codec
    let column = codec.columns(named: name)[0]
    super.init(
      name: name, type: isWrapped ? Codec.Value?.self : Codec.Value.self, isWrapped: isWrapped,
      layout: isWrapped ? Self.layout(of: Codec.Value?.self, start) : Self.layout(of: Codec.Value.self, start),
      column: column.with(isOptional: isWrapped || column.isOptional))
  }

  override func read(_ row: borrowing ColumnReader) throws -> Codec.Value { try codec.read(row) }
  override func encode(_ value: Codec.Value) throws -> SQLiteValue { try codec.encode(value) }

  /// Members follow one another in the order of their declaration, each at the next place that its alignment allows.
  ///
  /// Source: https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeLayout.rst
  private static func layout<Member>(of _: Member.Type, _ start: Int) -> (offset: Int, end: Int) {
    let alignment = MemoryLayout<Member>.alignment
    let offset = (start + alignment - 1) / alignment * alignment
    return (offset, offset + MemoryLayout<Member>.size)
  }
}
