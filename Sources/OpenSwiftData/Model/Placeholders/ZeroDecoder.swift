/// Decodes a value of which everything is nothing: zeros, empty texts, empty lists, nil.
///
/// What a property answers with when its row is gone and it has no default value. An enumeration with payloads becomes
/// its first case that can be made of nothing. Types that refuse nothing throw.
struct ZeroDecoder: Decoder {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  fileprivate let choice: Choice
  /// The types that are being made, the outermost first.
  fileprivate let types: [ObjectIdentifier]

  func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ZeroKeyedContainer(decoder: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { ZeroUnkeyedContainer(decoder: self) }
  func singleValueContainer() -> any SingleValueDecodingContainer { ZeroValueContainer(decoder: self) }

  /// The nothing of a type.
  ///
  /// - Throws: what the type's own decoding throws for every way to give it nothing.
  static func zero<Value: Decodable>(_ type: Value.Type) throws -> Value { try zero(type, inside: []) }

  fileprivate static func zero<Value: Decodable>(_ type: Value.Type, inside types: [ObjectIdentifier]) throws -> Value {
    if let column = type as? any ColumnValue.Type, let value = column._placeholder as? Value { return value }
    if let first = EnumerationCases.first(of: type) { return first }
    // Nothing has no parts of its own kind: a list that goes on ends at once.
    guard !types.contains(ObjectIdentifier(type)) else { throw SwiftDataError.unreadableValue("nothing as \(type)") }
    // An enumeration with payloads asks which of its cases it is: each in turn, until one can be made.
    let choice = Choice()
    while true {
      do {
        return try Value(from: ZeroDecoder(choice: choice, types: types + [ObjectIdentifier(type)]))
      } catch {
        guard choice.advance() else { throw error }
      }
    }
  }

  /// Which of its keys a type is told that there is, for types that look at the keys before they decode.
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

extension ZeroDecoder {
  /// What is inside of the value chooses for itself.
  fileprivate var nested: ZeroDecoder { ZeroDecoder(choice: Choice(), types: types) }
}
