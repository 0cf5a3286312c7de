import Foundation

/// Decodes a value of which everything is nothing: zeros, empty texts, empty lists, nil.
///
/// What a property answers with when its row is gone and it has no default value. Types that refuse nothing, such as an
/// enumeration with payloads, throw.
struct ZeroDecoder: Decoder {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ZeroKeyedContainer())
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { ZeroUnkeyedContainer() }
  func singleValueContainer() -> any SingleValueDecodingContainer { ZeroValueContainer() }

  /// The nothing of a type.
  static func zero<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let column = type as? any ColumnValue.Type, let value = column._placeholder as? Value { return value }
    return try Value(from: ZeroDecoder())
  }
}

private struct ZeroValueContainer: SingleValueDecodingContainer {
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { true }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try ZeroDecoder.zero(type) }
}

private struct ZeroKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_: Key) -> Bool { true }
  func decodeNil(forKey _: Key) -> Bool { true }
  func decode<Value: Decodable>(_ type: Value.Type, forKey _: Key) throws -> Value { try ZeroDecoder.zero(type) }

  func nestedContainer<Nested: CodingKey>(keyedBy _: Nested.Type, forKey _: Key) -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(ZeroKeyedContainer<Nested>())
  }

  func nestedUnkeyedContainer(forKey _: Key) -> any UnkeyedDecodingContainer { ZeroUnkeyedContainer() }
  func superDecoder() -> any Decoder { ZeroDecoder() }
  func superDecoder(forKey _: Key) -> any Decoder { ZeroDecoder() }
}

private struct ZeroUnkeyedContainer: UnkeyedDecodingContainer {
  var codingPath: [any CodingKey] { [] }
  var count: Int? { 0 }
  var isAtEnd: Bool { true }
  var currentIndex: Int { 0 }

  func decodeNil() -> Bool { true }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try ZeroDecoder.zero(type) }

  func nestedContainer<Nested: CodingKey>(keyedBy _: Nested.Type) -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(ZeroKeyedContainer<Nested>())
  }

  func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { ZeroUnkeyedContainer() }
  func superDecoder() -> any Decoder { ZeroDecoder() }
}
