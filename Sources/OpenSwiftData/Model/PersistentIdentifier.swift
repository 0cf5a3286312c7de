/// The identity of a model: which store, which entity, which row.
///
/// It is a plain value of 16 bytes without references, so millions of them are cheap and it crosses actors freely. An
/// identifier taken from a model that has not been saved is temporary; from the save on it stands for the saved row,
/// wherever it is held, and equals the permanent one. (The rare exception are custom stores that make identifiers in
/// another order than they are asked for models: then look-ups find the row by the temporary one, but the two differ.)
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
  /// For a key of a custom store that is no integer: the number that stands in for it in this process.
  public var primaryKey: Int64? { resolved.isTemporary ? nil : resolved.key }

  /// An identifier made from its parts.
  ///
  /// - Parameter primaryKey: an integer above zero, or what else a custom store calls its rows by: a text, a `UUID`, or
  ///   anything that can be encoded.
  /// - Throws: `SwiftDataError` for an integer that is not above zero, or a key that can't be encoded.
  public static func identifier(
    for storeIdentifier: String, entityName: String, primaryKey: some Codable
  ) throws -> PersistentIdentifier {
    let entity = EntityIdentity(store: storeIdentifier, entity: entityName)
    guard let integer = primaryKey as? any BinaryInteger else {
      let (number, isNew) = PrimaryKeyTexts.numberAndNovelty(of: try PrimaryKeyTexts.text(of: primaryKey))
      let identifier = PersistentIdentifier(entity: entity, key: number)
      if isNew { AwaitedIdentifiers.current?.pair(identifier) }
      return identifier
    }
    guard let key = Int64(exactly: integer), key > 0 else { throw SwiftDataError.unknownPrimaryKey }
    let identifier = PersistentIdentifier(entity: entity, key: key)
    if let awaited = AwaitedIdentifiers.current, awaited.isNew(identifier) { awaited.pair(identifier) }
    return identifier
  }

  /// Temporary keys are negative.
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

  /// Hashes the identity; the hash of a temporary identifier is that of its permanent one, before the save and after.
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

extension PersistentIdentifier: CustomStringConvertible {
  /// The entity and the key, as in "Item 12".
  public var description: String {
    let key = resolved.key
    return "\(entityName) \(key < 0 ? "(unsaved)" : PrimaryKeyTexts.text(for: key) ?? String(key))"
  }
}
