extension PersistentIdentifier: Codable {
  private enum CodingKeys: String, CodingKey {
    case storeIdentifier
    case entityName
    case primaryKey
    case process
  }

  /// Decodes an identifier that equals the encoded one.
  ///
  /// The identifier of a model that was not saved when it was encoded leads to that model in the process that encoded
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

  /// Refuses the key of a model that was not saved, if it is not one of this process.
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
    // Another run of the program gives the same keys to other models.
    if permanent.isTemporary { try container.encode(TemporaryKeys.process, forKey: .process) }
  }
}
