/// A property that leads to other models.
///
/// While a model belongs to no context the property's variable holds the related models themselves. In a context the
/// model's record holds their keys, see `RelationState`.
class RelationshipProperty: ModelProperty, @unchecked Sendable {
  // Sound: constants of Sendable types only.
  /// The model type at the other end.
  let target: any PersistentModel.Type
  /// Whether it leads to any number of models.
  let isToMany: Bool
  /// The place among the relationships of its model type.
  let ordinal: Int
  /// How many models a relationship to many may have; nil for any number.
  let memberLimits: MemberLimits?

  init(
    place: PropertyPlace, ordinal: Int, keyPath: any AnyKeyPath & Sendable, target: any PersistentModel.Type,
    isToMany: Bool, isOptional: Bool, metadata: (any SchemaProperty)?
  ) {
    self.target = target
    self.isToMany = isToMany
    self.ordinal = ordinal
    memberLimits = isToMany ? (metadata as? Schema.Relationship).flatMap(MemberLimits.init) : nil
    // The column of a required model may be NULL too: rows that refer to each other have to come one after the other.
    allowsNone = isOptional || isToMany
    super.init(
      place: place, keyPath: keyPath, metadata: metadata,
      columns: [ModelColumn(place.storedName, "INTEGER", isOptional: true, ordersLikeSQL: false)])
  }

  /// Whether there may be no model at the other end.
  let allowsNone: Bool

  /// What `@Relationship` said.
  var options: Schema.Relationship { metadata as? Schema.Relationship ?? Schema.Relationship() }

  /// A relationship to one model is a column with its key.
  override var isStored: Bool { !isToMany }
  override var destination: (any PersistentModel.Type)? { target }

  // MARK: - The variable of a model without a context

  /// The models that the variable holds, nil if it holds nothing.
  func objects(in model: AnyObject) -> [any PersistentModel]? { preconditionFailure("abstract") }
  /// Lets the variable hold models.
  func hold(_ objects: [any PersistentModel], in model: AnyObject) { preconditionFailure("abstract") }
  /// Lets the variable hold one model more, or another one where it holds one.
  func holdAlso(_ object: any PersistentModel, in model: AnyObject) { preconditionFailure("abstract") }
  /// How many models the variable holds.
  func objectCount(in model: AnyObject) -> Int { preconditionFailure("abstract") }
  /// Empties the variable.
  func release(in model: AnyObject) { preconditionFailure("abstract") }
  /// Tells the observers of the property around a change.
  func withMutation(of model: AnyObject, _ mutation: () -> Void) { preconditionFailure("abstract") }

  // MARK: - The column of a relationship to one model

  override func load(into model: AnyObject, from row: borrowing ColumnReader) throws {
    record(of: model).setRelation(.one(row.isNull ? 0 : row.integer), self)
  }

  override func merge(into model: AnyObject, from row: borrowing ColumnReader) throws -> Bool {
    replace(with: row.isNull ? 0 : row.integer, in: model)
  }

  override func restore(_ value: SQLiteValue, in model: AnyObject) throws {
    var key: Int64 = 0
    if case .integer(let stored) = value { key = stored }
    _ = replace(with: key, in: model)
  }

  override func write(_ model: AnyObject, to writer: inout ColumnWriter) throws {
    let record = record(of: model)
    let key = record.relation(self).keys.first
    guard let key, let stored = key > 0 ? key : record.link?.context?.keyInSave(of: key, target) else {
      return try writer.null()
    }
    try writer.integer(stored)
  }

  override func snapshotValue(
    in container: KeyedDecodingContainer<DataStoreSnapshotCodingKey>, forKey key: DataStoreSnapshotCodingKey
  ) throws -> SnapshotValue? {
    if isToMany { return .identifiers(try container.decode([PersistentIdentifier].self, forKey: key)) }
    let target = try container.decodeIfPresent(PersistentIdentifier.self, forKey: key)
    return target.map { .identifier($0) } ?? .attribute(.null)
  }

  override func loadPlaceholder(into model: AnyObject) {
    if objects(in: model) == nil { hold([], in: model) }
  }

  private func replace(with key: Int64, in model: AnyObject) -> Bool {
    let record = record(of: model)
    guard record.relation(self) != .one(key) else { return false }
    withMutation(of: model) { record.setRelation(.one(key), self) }
    return true
  }

  private func record(of model: AnyObject) -> ModelRecord {
    // Only instances of model types are handed in, see `ModelProperty`.
    guard let model = model as? any PersistentModel else { preconditionFailure("\(model) is no model") }
    return model._$record
  }
}
