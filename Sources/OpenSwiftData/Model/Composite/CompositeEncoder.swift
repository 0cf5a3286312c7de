/// Encodes a flat value into the values of its columns.
final class CompositeEncoder: Encoder {
  fileprivate let members: [CompositeMember]
  fileprivate var values: [SQLiteValue?]
  private var isRefused = false

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ members: [CompositeMember]) {
    self.members = members
    values = Array(repeating: nil, count: members.count)
  }

  /// The values in the order of the members; what was not encoded is nil.
  ///
  /// - Throws: `SwiftDataError` if the value did not encode what it decodes.
  func finish() throws -> [SQLiteValue] {
    guard !isRefused else { throw refusal() }
    return try zip(members, values).map { member, value in
      if let value { return value }
      guard member.column.isOptional else { throw refusal() }
      return .null
    }
  }

  func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(CompositeEncodingContainer(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    RefusedEncodingContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { RefusedEncodingContainer(encoder: self) }

  /// Kept, because not every way to encode can throw.
  @discardableResult
  fileprivate func refusal() -> any Error {
    isRefused = true
    return SwiftDataError.unstorableValue("A value that does not encode the members that it decodes")
  }
}

private struct CompositeEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: CompositeEncoder
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) throws { encoder.values[try index(of: key)] = .null }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    let index = try index(of: key)
    guard let member = encoder.members[index] as? TypedCompositeMember<Value> else { throw encoder.refusal() }
    encoder.values[index] = try member.encode(value)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy _: Nested.Type, forKey _: Key) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(RefusedKeyedEncodingContainer<Nested>(encoder: encoder))
  }

  func nestedUnkeyedContainer(forKey _: Key) -> any UnkeyedEncodingContainer {
    RefusedEncodingContainer(encoder: encoder)
  }

  func superEncoder() -> any Encoder { refused }
  func superEncoder(forKey _: Key) -> any Encoder { refused }

  private var refused: CompositeEncoder {
    encoder.refusal()
    return encoder
  }

  private func index(of key: Key) throws -> Int {
    guard let index = encoder.members.firstIndex(where: { $0.name == key.stringValue }) else {
      throw encoder.refusal()
    }
    return index
  }
}

/// Where a value goes that a flat type has no place for: nowhere, and the encoder is told.
private struct RefusedEncodingContainer: UnkeyedEncodingContainer, SingleValueEncodingContainer {
  let encoder: CompositeEncoder
  var codingPath: [any CodingKey] { [] }
  var count: Int { 0 }

  func encodeNil() throws { throw encoder.refusal() }
  func encode<Value: Encodable>(_: Value) throws { throw encoder.refusal() }

  func nestedContainer<Nested: CodingKey>(keyedBy _: Nested.Type) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(RefusedKeyedEncodingContainer<Nested>(encoder: encoder))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }

  func superEncoder() -> any Encoder {
    encoder.refusal()
    return encoder
  }
}

private struct RefusedKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: CompositeEncoder
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey _: Key) throws { throw encoder.refusal() }
  func encode<Value: Encodable>(_: Value, forKey _: Key) throws { throw encoder.refusal() }

  func nestedContainer<Nested: CodingKey>(keyedBy _: Nested.Type, forKey _: Key) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(RefusedKeyedEncodingContainer<Nested>(encoder: encoder))
  }

  func nestedUnkeyedContainer(forKey _: Key) -> any UnkeyedEncodingContainer {
    RefusedEncodingContainer(encoder: encoder)
  }

  func superEncoder() -> any Encoder {
    encoder.refusal()
    return encoder
  }

  func superEncoder(forKey _: Key) -> any Encoder { superEncoder() }
}
