/// The members of a flat value type: a structure whose `Codable` members are its stored properties, each one column.
///
/// What a type says of itself is learnt once, by decoding it from a decoder that answers every question with nothing
/// and notes what was asked, and is believed only if it agrees with the type's reflection: the same names in the same
/// order with the same types. A structure with `CodingKeys` of other names, with nested structures or lists, or whose
/// decoding refuses nothing, has no shape; it is stored as JSON.
struct CompositeShape<Value: Codable>: Sendable {
  let members: [CompositeMember]
  /// Whether the places of the members in memory are known.
  private let knowsLayout: Bool

  init?() {
    let recorder = CompositeRecorder()
    guard !(Value.self is any ColumnValue.Type), let probe = try? Value(from: recorder), !recorder.isRefused else {
      return nil
    }
    members = recorder.members
    knowsLayout = members.last?.end == MemoryLayout<Value>.size
    guard Self.agrees(members, with: probe), (try? decode(encode(probe))) != nil else { return nil }
  }

  /// The member that a key path names, or nil if it names none.
  ///
  /// A key path to a stored member has an offset, one to a computed property has none, so a computed property that
  /// happens to answer like a member is never taken for it. Where the members lie follows from their types; it is only
  /// believed if they fill the whole value.
  func member(at keyPath: AnyKeyPath) -> CompositeMember? {
    guard knowsLayout, let path = keyPath as? PartialKeyPath<Value>, let offset = MemoryLayout<Value>.offset(of: path)
    else { return nil }
    return members.first { $0.offset == offset && $0.type == type(of: keyPath).valueType }
  }

  func encode(_ value: Value) throws -> [SQLiteValue] {
    let encoder = CompositeEncoder(members)
    try value.encode(to: encoder)
    return try encoder.finish()
  }

  /// Reads a value from the columns that begin where the reader stands.
  func read(_ row: borrowing ColumnReader) throws -> Value {
    try Value(from: CompositeDecoder(members: members, source: .columns(copy row)))
  }

  func decode(_ values: [SQLiteValue]) throws -> Value {
    try Value(from: CompositeDecoder(members: members, source: .values(values)))
  }

  private static func agrees(_ members: [CompositeMember], with probe: Value) -> Bool {
    let mirror = Mirror(reflecting: probe)
    guard mirror.displayStyle == .struct, !(probe is any CustomReflectable), !members.isEmpty,
      mirror.children.count == members.count, Set(members.map { $0.name.lowercased() }).count == members.count
    else { return false }
    return zip(mirror.children, members).allSatisfy { child, member in
      child.label == member.name && type(of: child.value) == member.type
    }
  }
}
