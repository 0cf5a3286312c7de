/// A decoder that notes which members a type asks for, and answers each with nothing.
final class CompositeRecorder: Decoder {
  private(set) var members: [CompositeMember] = []
  /// Whether the type asked for something that is not one column.
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

  /// Kept, because a type may catch what is thrown.
  fileprivate func refusal() -> any Error {
    isRefused = true
    return SwiftDataError.unstorableValue("the type")
  }
}

private struct RecordingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let recorder: CompositeRecorder
  var codingPath: [any CodingKey] { [] }
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

  func nestedContainer<Nested: CodingKey>(
    keyedBy _: Nested.Type, forKey _: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    throw recorder.refusal()
  }

  func nestedUnkeyedContainer(forKey _: Key) throws -> any UnkeyedDecodingContainer { throw recorder.refusal() }
  func superDecoder() throws -> any Decoder { throw recorder.refusal() }
  func superDecoder(forKey _: Key) throws -> any Decoder { throw recorder.refusal() }
}
