/// Decodes the empty value of a type: zeros, empty texts, empty lists, nil.
///
/// An enumeration with payloads becomes its first case that can be made of empty values. A type that refuses empty
/// values throws.
struct ZeroDecoder: Decoder {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  fileprivate let choice: Choice
  fileprivate let types: [ObjectIdentifier]

  func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ZeroKeyedContainer(decoder: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { ZeroUnkeyedContainer(decoder: self) }
  func singleValueContainer() -> any SingleValueDecodingContainer { ZeroValueContainer(decoder: self) }

  /// - Throws: what the type's own decoding throws if it accepts no empty value.
  static func zero<Value: Decodable>(_ type: Value.Type) throws -> Value { try zero(type, inside: []) }

  fileprivate static func zero<Value: Decodable>(_ type: Value.Type, inside types: [ObjectIdentifier]) throws -> Value {
    if let column = type as? any ColumnValue.Type, let value = column._placeholder as? Value { return value }
    if let first = EnumerationCases.first(of: type) { return first }
    // A type inside of itself, such as the next node of a list, would recurse for ever.
    guard !types.contains(ObjectIdentifier(type)) else { throw SwiftDataError.unreadableValue("nothing as \(type)") }
    // An enumeration with payloads looks for the key of a case: each is tried in turn, until one can be decoded.
    let choice = Choice()
    while true {
      do {
        return try Value(from: ZeroDecoder(choice: choice, types: types + [ObjectIdentifier(type)]))
      } catch {
        guard choice.advance() else { throw error }
      }
    }
  }

  fileprivate var nested: ZeroDecoder { ZeroDecoder(choice: Choice(), types: types) }

  /// The one key that a container claims to have, for types that look at keys first.
  fileprivate final class Choice {
    private var index = 0
    private var count = 0

    func key<Key: CodingKey>(_: Key.Type) -> [Key] {
      let all = EnumerationCases.all(of: Key.self)
      count = all.count
      return index < all.count ? [all[index]] : []
    }

    func advance() -> Bool {
      index += 1
      return index < count
    }
  }
}

private struct ZeroValueContainer: SingleValueDecodingContainer {
  let decoder: ZeroDecoder
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { true }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try ZeroDecoder.zero(type, inside: decoder.types)
  }
}

private struct ZeroKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ZeroDecoder
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { decoder.choice.key(Key.self) }

  func contains(_: Key) -> Bool { true }
  func decodeNil(forKey _: Key) -> Bool { true }

  func decode<Value: Decodable>(_ type: Value.Type, forKey _: Key) throws -> Value {
    try ZeroDecoder.zero(type, inside: decoder.types)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy _: Nested.Type, forKey _: Key) -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(ZeroKeyedContainer<Nested>(decoder: decoder.nested))
  }

  func nestedUnkeyedContainer(forKey _: Key) -> any UnkeyedDecodingContainer {
    ZeroUnkeyedContainer(decoder: decoder.nested)
  }

  func superDecoder() -> any Decoder { decoder.nested }
  func superDecoder(forKey _: Key) -> any Decoder { decoder.nested }
}

private struct ZeroUnkeyedContainer: UnkeyedDecodingContainer {
  let decoder: ZeroDecoder
  var codingPath: [any CodingKey] { [] }
  var count: Int? { 0 }
  var isAtEnd: Bool { true }
  var currentIndex: Int { 0 }

  func decodeNil() -> Bool { true }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try ZeroDecoder.zero(type, inside: decoder.types)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy _: Nested.Type) -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(ZeroKeyedContainer<Nested>(decoder: decoder.nested))
  }

  func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { ZeroUnkeyedContainer(decoder: decoder.nested) }
  func superDecoder() -> any Decoder { decoder.nested }
}
