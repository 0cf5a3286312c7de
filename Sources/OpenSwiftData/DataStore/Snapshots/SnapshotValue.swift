import Foundation

/// One value of a default snapshot.
enum SnapshotValue: Hashable, Sendable {
  /// An attribute, as a column holds it; null for a relationship to one model without one.
  case attribute(SQLiteValue)
  /// The model at the other end of a relationship.
  case identifier(PersistentIdentifier)
  /// The models at the other end of a relationship, in their order.
  case identifiers([PersistentIdentifier])

  /// The value with other identifiers.
  func remapped(_ identifiers: [PersistentIdentifier: PersistentIdentifier]) -> SnapshotValue {
    switch self {
    case .attribute: self
    case .identifier(let one): .identifier(identifiers[one] ?? one)
    case .identifiers(let all): .identifiers(all.map { identifiers[$0] ?? $0 })
    }
  }
}

/// Numbers, texts and nothing stand for themselves, everything else is an object of one key that says what it is.
extension SnapshotValue: Codable {
  private enum CodingKeys: String, CodingKey {
    case real
    case base64
    case identifier
    case identifiers
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .attribute(let value): try Self.encode(value, to: encoder)
    case .identifier(let one): try Self.encode(one, .identifier, to: encoder)
    case .identifiers(let all): try Self.encode(all, .identifiers, to: encoder)
    }
  }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: CodingKeys.self) {
      self = try Self.tagged(container)
    } else {
      self = .attribute(try Self.plain(decoder.singleValueContainer()))
    }
  }

  private static func encode(_ value: SQLiteValue, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .null: try container.encodeNil()
    case .integer(let integer): try container.encode(integer)
    // Not every format has these numbers.
    case .real(let real) where !real.isFinite || (real == 0 && real.sign == .minus):
      try encode(real.description, .real, to: encoder)
    case .real(let real): try container.encode(real)
    case .text(let text): try container.encode(text)
    case .blob(let data): try encode(data.base64EncodedString(), .base64, to: encoder)
    }
  }

  private static func encode(_ value: some Encodable, _ key: CodingKeys, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value, forKey: key)
  }

  private static func plain(_ container: any SingleValueDecodingContainer) throws -> SQLiteValue {
    if container.decodeNil() { return .null }
    if let integer = try? container.decode(Int64.self) { return .integer(integer) }
    if let real = try? container.decode(Double.self) { return .real(real) }
    return .text(try container.decode(String.self))
  }

  private static func tagged(_ container: KeyedDecodingContainer<CodingKeys>) throws -> SnapshotValue {
    if let one = try container.decodeIfPresent(PersistentIdentifier.self, forKey: .identifier) {
      return .identifier(one)
    }
    if let all = try container.decodeIfPresent([PersistentIdentifier].self, forKey: .identifiers) {
      return .identifiers(all)
    }
    if let text = try container.decodeIfPresent(String.self, forKey: .real), let real = Double(text) {
      return .attribute(.real(real))
    }
    guard let data = Data(base64Encoded: try container.decode(String.self, forKey: .base64)) else {
      throw DecodingError.dataCorruptedError(forKey: .base64, in: container, debugDescription: "not base64")
    }
    return .attribute(.blob(data))
  }
}
