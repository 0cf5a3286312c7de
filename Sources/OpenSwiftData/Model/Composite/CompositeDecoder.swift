/// Decodes a flat value from its columns.
struct CompositeDecoder: Decoder {
  /// Where the members' values are.
  enum Source {
    /// In a row, from the column where the reader stands.
    case columns(ColumnReader)
    /// In memory.
    case values([SQLiteValue])
  }

  let members: [CompositeMember]
  let source: Source

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(CompositeDecodingContainer(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw refusal }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw refusal }

  fileprivate func reader(_ index: Int) -> ColumnReader {
    switch source {
    case .columns(let first): first.advanced(by: Int32(index))
    case .values(let values): ColumnReader(values[index])
    }
  }

  fileprivate var refusal: any Error { SwiftDataError.unreadableValue("columns of a type that is not flat any more") }
}

private struct CompositeDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: CompositeDecoder
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { decoder.members.compactMap { Key(stringValue: $0.name) } }

  func contains(_ key: Key) -> Bool { index(of: key) != nil }

  func decodeNil(forKey key: Key) -> Bool { index(of: key).map { decoder.reader($0).isNull } ?? true }

  func decode<Value: Decodable>(_: Value.Type, forKey key: Key) throws -> Value {
    guard let index = index(of: key), let member = decoder.members[index] as? TypedCompositeMember<Value> else {
      throw decoder.refusal
    }
    return try member.read(decoder.reader(index))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy _: Nested.Type, forKey _: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    throw decoder.refusal
  }

  func nestedUnkeyedContainer(forKey _: Key) throws -> any UnkeyedDecodingContainer { throw decoder.refusal }
  func superDecoder() throws -> any Decoder { throw decoder.refusal }
  func superDecoder(forKey _: Key) throws -> any Decoder { throw decoder.refusal }

  private func index(of key: Key) -> Int? { decoder.members.firstIndex { $0.name == key.stringValue } }
}
