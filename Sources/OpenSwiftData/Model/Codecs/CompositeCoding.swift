// The coders of flat values: one records the members of a type, one reads columns, one writes them. They refuse nested
// containers, lists and superclasses.

private protocol FlatDecodingContainer: KeyedDecodingContainerProtocol {
  func refusal() -> any Error
}

extension FlatDecodingContainer {
  var codingPath: [any CodingKey] { [] }

  func nestedContainer<Nested: CodingKey>(
    keyedBy _: Nested.Type, forKey _: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    throw refusal()
  }

  func nestedUnkeyedContainer(forKey _: Key) throws -> any UnkeyedDecodingContainer { throw refusal() }
  func superDecoder() throws -> any Decoder { throw refusal() }
  func superDecoder(forKey _: Key) throws -> any Decoder { throw refusal() }
}

/// A decoder that records which members a type asks for, and returns an empty value for each.
final class CompositeRecorder: Decoder {
  private(set) var members: [CompositeMember] = []
  /// Whether the type asked for anything but members of one column each.
  private(set) var isRefused = false
  private var wrapped: Set<String> = []

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(RecordingContainer(recorder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw refusal() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw refusal() }

  fileprivate func noteWrapped(_ name: String) { wrapped.insert(name) }

  fileprivate func note<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value {
    let member = CompositeMember.make(
      name, type, isWrapped: wrapped.contains(name), start: members.last?.end ?? 0)
    guard let member, !members.contains(where: { $0.name == name }) else { throw refusal() }
    members.append(member)
    return try ZeroDecoder.zero(type)
  }

  /// Recorded, because the type may catch the error.
  fileprivate func refusal() -> any Error {
    isRefused = true
    return SwiftDataError.unstorableValue("the type")
  }
}

private struct RecordingContainer<Key: CodingKey>: FlatDecodingContainer {
  let recorder: CompositeRecorder

  /// A type that asks for existing keys decodes differently from value to value.
  var allKeys: [Key] {
    _ = recorder.refusal()
    return []
  }

  func contains(_: Key) -> Bool { true }

  func decodeNil(forKey key: Key) -> Bool {
    recorder.noteWrapped(key.stringValue)
    return false
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try recorder.note(type, key.stringValue)
  }

  func refusal() -> any Error { recorder.refusal() }
}

/// Decodes a flat value from its columns.
struct CompositeDecoder: Decoder {
  enum Source {
    /// A row; the reader stands on the first member's column.
    case columns(ColumnReader)
    case values([SQLiteValue])
  }

  let members: [CompositeMember]
  let source: Source

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(CompositeDecodingContainer(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw refusal() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw refusal() }

  fileprivate func reader(_ index: Int) -> ColumnReader {
    switch source {
    case .columns(let first): first.advanced(by: Int32(index))
    case .values(let values): ColumnReader(values[index])
    }
  }

  fileprivate func refusal() -> any Error {
    SwiftDataError.unreadableValue("columns of a type that is not flat any more")
  }
}

private struct CompositeDecodingContainer<Key: CodingKey>: FlatDecodingContainer {
  let decoder: CompositeDecoder

  var allKeys: [Key] { decoder.members.compactMap { Key(stringValue: $0.name) } }

  func contains(_ key: Key) -> Bool { index(of: key) != nil }

  func decodeNil(forKey key: Key) -> Bool { index(of: key).map { decoder.reader($0).isNull } ?? true }

  func decode<Value: Decodable>(_: Value.Type, forKey key: Key) throws -> Value {
    guard let index = index(of: key), let member = decoder.members[index] as? TypedCompositeMember<Value> else {
      throw refusal()
    }
    return try member.read(decoder.reader(index))
  }

  func refusal() -> any Error { decoder.refusal() }

  private func index(of key: Key) -> Int? { decoder.members.firstIndex { $0.name == key.stringValue } }
}

/// Encodes a flat value into the values of its columns.
final class CompositeEncoder: Encoder {
  private let members: [CompositeMember]
  private var values: [SQLiteValue?]
  private var isRefused = false

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ members: [CompositeMember]) {
    self.members = members
    values = Array(repeating: nil, count: members.count)
  }

  /// The values in the order of the members; NULL for optional ones that were not encoded.
  ///
  /// - Throws: `SwiftDataError` if the value encoded other members than it decodes.
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

  func unkeyedContainer() -> any UnkeyedEncodingContainer { RefusedEncodingContainer(encoder: self) }
  func singleValueContainer() -> any SingleValueEncodingContainer { RefusedEncodingContainer(encoder: self) }

  fileprivate func encodeNil(_ name: String) throws { values[try index(of: name)] = .null }

  fileprivate func encode<Value: Encodable>(_ value: Value, _ name: String) throws {
    let index = try index(of: name)
    guard let member = members[index] as? TypedCompositeMember<Value> else { throw refusal() }
    values[index] = try member.encode(value)
  }

  private func index(of name: String) throws -> Int {
    guard let index = members.firstIndex(where: { $0.name == name }) else { throw refusal() }
    return index
  }

  /// Recorded, because not every method of an encoder can throw.
  @discardableResult
  fileprivate func refusal() -> any Error {
    isRefused = true
    return SwiftDataError.unstorableValue("A value that does not encode the members that it decodes")
  }

  fileprivate func refused() -> any Encoder {
    refusal()
    return self
  }
}

private protocol FlatEncodingContainer: KeyedEncodingContainerProtocol {
  var encoder: CompositeEncoder { get }
}

extension FlatEncodingContainer {
  var codingPath: [any CodingKey] { [] }

  func nestedContainer<Nested: CodingKey>(keyedBy _: Nested.Type, forKey _: Key) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(RefusedKeyedEncodingContainer<Nested>(encoder: encoder))
  }

  func nestedUnkeyedContainer(forKey _: Key) -> any UnkeyedEncodingContainer {
    RefusedEncodingContainer(encoder: encoder)
  }

  func superEncoder() -> any Encoder { encoder.refused() }
  func superEncoder(forKey _: Key) -> any Encoder { encoder.refused() }
}

private struct CompositeEncodingContainer<Key: CodingKey>: FlatEncodingContainer {
  let encoder: CompositeEncoder

  func encodeNil(forKey key: Key) throws { try encoder.encodeNil(key.stringValue) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder.encode(value, key.stringValue) }
}

private struct RefusedKeyedEncodingContainer<Key: CodingKey>: FlatEncodingContainer {
  let encoder: CompositeEncoder

  func encodeNil(forKey _: Key) throws { throw encoder.refusal() }
  func encode<Value: Encodable>(_: Value, forKey _: Key) throws { throw encoder.refusal() }
}

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
  func superEncoder() -> any Encoder { encoder.refused() }
}
