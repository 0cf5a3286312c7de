import DocketLocking

/// The identity of a model: its store, its entity and its row.
///
/// It is a plain value of 16 bytes without references, so that millions of them are cheap and it crosses actors freely.
/// The identifier of an unsaved model is temporary; from the save on it denotes the saved row and equals the permanent
/// one. (If a custom store makes identifiers in another order than it was given models, the temporary one still finds
/// the row, but the two differ.)
///
/// Source: SwiftData, `PersistentIdentifier`.
public struct PersistentIdentifier: Sendable {
  let entity: EntityIdentity
  let key: Int64

  init(entity: EntityIdentity, key: Int64) {
    self.entity = entity
    self.key = key
  }

  /// The name of the entity.
  public var entityName: String { entity.names.entity }
  /// The identifier of the store, or nil while the identifier is temporary.
  public var storeIdentifier: String? { resolved.isTemporary ? nil : resolved.entity.names.store }

  /// The row's primary key, or nil while the identifier is temporary.
  ///
  /// If a custom store's key is no integer, this is the number that stands for it in this process.
  public var primaryKey: Int64? { resolved.isTemporary ? nil : resolved.key }

  /// Creates an identifier from its parts.
  ///
  /// - Parameter primaryKey: an integer above zero, or another key of a custom store: anything that can be encoded.
  /// - Throws: `SwiftDataError` for an integer that is not above zero, or a key that can't be encoded.
  public static func identifier(
    for storeIdentifier: String, entityName: String, primaryKey: some Codable
  ) throws -> PersistentIdentifier {
    let entity = EntityIdentity(store: storeIdentifier, entity: entityName)
    guard let integer = primaryKey as? any BinaryInteger else {
      let (number, isNew) = PrimaryKeyTexts.intern(try PrimaryKeyTexts.text(of: primaryKey))
      let identifier = PersistentIdentifier(entity: entity, key: number)
      if isNew { AwaitedIdentifiers.current?.pair(identifier) }
      return identifier
    }
    guard let key = Int64(exactly: integer), key > 0 else { throw SwiftDataError.unknownPrimaryKey }
    let identifier = PersistentIdentifier(entity: entity, key: key)
    if let awaited = AwaitedIdentifiers.current, awaited.isNew(identifier) { awaited.pair(identifier) }
    return identifier
  }

  /// Whether the identifier was made before the model was saved: temporary keys are negative.
  var isTemporary: Bool { key < 0 }
  /// The permanent identifier once the model is saved, otherwise this one.
  var resolved: PersistentIdentifier { isTemporary ? TemporaryIdentifiers.permanent(for: self) ?? self : self }
}

extension PersistentIdentifier: Hashable {
  /// Whether both stand for the same row.
  public static func == (left: PersistentIdentifier, right: PersistentIdentifier) -> Bool {
    let (left, right) = (TemporaryIdentifiers.comparable(left), TemporaryIdentifiers.comparable(right))
    return left.key == right.key && left.entity == right.entity
  }

  /// Hashes the identity; temporary and permanent identifier have the same hash, before the save and after.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(TemporaryIdentifiers.stableHashKey(for: self))
  }
}

extension PersistentIdentifier: Comparable {
  /// Orders by entity name, then by primary key; temporary identifiers come first.
  public static func < (left: PersistentIdentifier, right: PersistentIdentifier) -> Bool {
    let (left, right) = (TemporaryIdentifiers.comparable(left), TemporaryIdentifiers.comparable(right))
    if left.entity == right.entity { return left.key < right.key }
    let (leftNames, rightNames) = (left.entity.names, right.entity.names)
    return (leftNames.entity, leftNames.store ?? "", left.key) < (rightNames.entity, rightNames.store ?? "", right.key)
  }
}

extension PersistentIdentifier: Identifiable {
  /// The identifier itself.
  public var id: PersistentIdentifier { self }
}

extension PersistentIdentifier: CustomStringConvertible {
  /// The entity and the key, as in "Item 12".
  public var description: String {
    let key = resolved.key
    return "\(entityName) \(key < 0 ? "(unsaved)" : PrimaryKeyTexts.text(for: key) ?? String(key))"
  }
}

extension PersistentIdentifier: Codable {
  private enum CodingKeys: String, CodingKey {
    case storeIdentifier
    case entityName
    case primaryKey
    case process
  }

  /// Decodes an identifier that equals the encoded one.
  ///
  /// The identifier of a model that was not saved when it was encoded refers to that model in the process that encoded
  /// it, before the save and after.
  ///
  /// - Throws: `DecodingError` for such an identifier in any other process, where it means nothing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let store = try container.decodeIfPresent(String.self, forKey: .storeIdentifier)
    let entity = EntityIdentity(store: store, entity: try container.decode(String.self, forKey: .entityName))
    if let text = try? container.decode(String.self, forKey: .primaryKey) {
      self.init(entity: entity, key: PrimaryKeyTexts.number(for: text))
      return
    }
    let key = try container.decode(Int64.self, forKey: .primaryKey)
    if key <= 0 { try Self.check(key, entity, container) }
    self.init(entity: entity, key: key)
  }

  private static func check(
    _ key: Int64, _ entity: EntityIdentity, _ container: KeyedDecodingContainer<CodingKeys>
  ) throws {
    let process = try container.decodeIfPresent(String.self, forKey: .process)
    guard key == 0 || process != TemporaryKeys.process else { return }
    throw DecodingError.dataCorruptedError(
      forKey: .primaryKey, in: container,
      debugDescription:
        "The identifier is that of \(entity.names.entity) that was not saved when it was encoded, and means nothing "
        + "outside of the process that encoded it: save the model before its identifier is encoded.")
  }

  /// Encodes the store, the entity and the key; the identifier of an unsaved model can be decoded in this process only.
  public func encode(to encoder: any Encoder) throws {
    let permanent = resolved
    let names = permanent.entity.names
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(names.store, forKey: .storeIdentifier)
    try container.encode(names.entity, forKey: .entityName)
    if let text = PrimaryKeyTexts.text(for: permanent.key) {
      try container.encode(text, forKey: .primaryKey)
    } else {
      try container.encode(permanent.key, forKey: .primaryKey)
    }
    // Another process gives the same temporary keys to other models.
    if permanent.isTemporary { try container.encode(TemporaryKeys.process, forKey: .process) }
  }
}

/// An entity of a store, interned so that an identifier needs four bytes for both.
struct EntityIdentity: Hashable, Sendable {
  struct Names: Hashable, Sendable {
    let store: String?
    let entity: String
  }

  private struct Table {
    var names: [Names] = []
    var indices: [Names: UInt32] = [:]
  }

  private static let table = Lock(Table())

  /// Stands for no entity, where an optional would take more bytes.
  static let none = EntityIdentity(index: .max)

  let index: UInt32

  private init(index: UInt32) { self.index = index }

  /// - Complexity: one look-up under a lock; keep the result.
  init(store: String?, entity: String) {
    let names = Names(store: store, entity: entity)
    index = Self.table.withLock { table in
      if let index = table.indices[names] { return index }
      let index = UInt32(table.names.count)
      table.names.append(names)
      table.indices[names] = index
      return index
    }
  }

  var names: Names { Self.table.withLock { $0.names[Int(index)] } }
}
