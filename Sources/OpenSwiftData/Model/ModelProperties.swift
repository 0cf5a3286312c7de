import DocketLocking

/// The stored properties of one model type, in the order of their slots.
///
/// `@Model` builds one for each type; it is not meant to be used by hand.
public final class ModelProperties: Sendable {
  let modelType: any PersistentModel.Type
  let entityName: String
  let superclass: ModelProperties?
  /// The entity name of the root class.
  let tableName: String
  /// The inherited properties, followed by `own`.
  let all: [ModelProperty]
  /// The properties that the type declares itself.
  let own: [ModelProperty]
  /// The key paths of `all`, kept alive by it: a read takes one by its slot without retaining it.
  // Sound as `nonisolated(unsafe)`: constants that are Sendable, see `ModelProperty`.
  @usableFromInline nonisolated(unsafe) let keyPaths: [Unmanaged<AnyKeyPath>]
  let stored: [ModelProperty]
  /// In the order of their declaration.
  let relationships: [RelationshipProperty]
  let indexes: [[String]]
  let uniques: [[String]]
  let uniqueColumns: [[UniqueColumn]]
  /// The model type that declares each unique constraint.
  let uniqueOrigins: [any PersistentModel.Type]
  /// Whether a unique constraint contains a relationship.
  let isUniqueByRelationship: Bool
  let fullText: [ModelColumn]
  /// Properties declared with a full-text index that they can't have.
  let misplacedFullText: [String]
  /// The properties whose values the history preserves when a row is deleted.
  let preservedOnDeletion: [ModelProperty]
  private let newFault: @Sendable () -> any PersistentModel
  /// An instance of the type or a subclass as a model: a dynamic cast takes longer than making it.
  let asModel: @Sendable (AnyObject) -> any PersistentModel

  private let lookup: KeyPathLookup
  private let makeIdentifierKeyPaths: @Sendable () -> [any AnyKeyPath & Sendable]
  /// Made when first needed: of a type that conforms to `Identifiable` somewhere, the runtime has to find out where.
  private let identifierKeyPaths = Lock<[any AnyKeyPath & Sendable]?>(nil)

  init(
    modelType: any PersistentModel.Type, inherited: ModelProperties? = nil, own: [ModelProperty],
    indexes: [[AnyKeyPath]], uniques: [[AnyKeyPath]],
    fullText: [AnyKeyPath] = [], makeIdentifierKeyPaths: @escaping @Sendable () -> [any AnyKeyPath & Sendable],
    makeFault: @escaping @Sendable () -> any PersistentModel,
    asModel: @escaping @Sendable (AnyObject) -> any PersistentModel
  ) {
    ObservedReads.check
    let all = (inherited?.all ?? []) + own
    let lookup = KeyPathLookup(inherited: inherited?.all ?? [], all: all)
    self.modelType = modelType
    superclass = inherited
    self.all = all
    self.own = own
    self.lookup = lookup
    newFault = makeFault
    self.asModel = asModel
    self.makeIdentifierKeyPaths = makeIdentifierKeyPaths
    keyPaths = all.map { Unmanaged.passUnretained($0.keyPath) }
    entityName = StoredTypeName.name(of: modelType)
    tableName = inherited?.tableName ?? entityName
    stored = all.filter(\.isStored)
    relationships = all.compactMap { $0 as? RelationshipProperty }
    preservedOnDeletion = stored.filter {
      ($0.metadata as? Schema.Attribute)?.options.contains(.preserveValueOnDeletion) == true
    }

    self.indexes = (inherited?.indexes ?? []) + indexes.map { $0.flatMap(lookup.columns(at:)).map(\.column.name) }

    let declared = own.filter { ($0.metadata as? Schema.Attribute)?.isUnique == true }
    let ownUniques = declared.map { lookup.columns(at: $0.keyPath) } + uniques.map { $0.flatMap(lookup.columns(at:)) }
    uniqueColumns = (inherited?.uniqueColumns ?? []) + ownUniques
    uniqueOrigins = (inherited?.uniqueOrigins ?? []) + ownUniques.map { _ in modelType }
    isUniqueByRelationship = uniqueColumns.joined().contains { $0.property is RelationshipProperty }
    self.uniques = uniqueColumns.map { $0.map(\.column.name) }

    let texts = fullText.map { (keyPath: $0, columns: lookup.columns(at: $0).filter(\.isText).map(\.column)) }
    self.fullText = texts.flatMap(\.columns).reduce(into: inherited?.fullText ?? []) { texts, column in
      if !texts.contains(where: { $0.name == column.name }) { texts.append(column) }
    }
    misplacedFullText = texts.filter(\.columns.isEmpty).map { lookup.name(at: $0.keyPath) }
  }

  // Not inlined: the closure would be retained at each call.
  @inline(never)
  func makeFault() -> any PersistentModel { newFault() }

  /// The table of the root class.
  var root: ModelProperties { superclass?.root ?? self }

  /// The number of properties, inherited ones included.
  public var count: Int { all.count }

  // What the type declares itself.
  var ownIndexes: [[String]] { Array(indexes.dropFirst(superclass?.indexes.count ?? 0)) }
  var ownUniques: [[String]] { Array(uniques.dropFirst(superclass?.uniques.count ?? 0)) }
  var ownRelationships: [RelationshipProperty] { own.compactMap { $0 as? RelationshipProperty } }

  func contains(_ property: ModelProperty) -> Bool { property.slot < count && all[property.slot] === property }

  /// Whether a key path refers to the model's identity.
  func isIdentifier(_ keyPath: AnyKeyPath) -> Bool {
    identifierKeyPaths.withLock { known in
      let keyPaths = known ?? makeIdentifierKeyPaths()
      known = keyPaths
      return keyPaths.contains { $0 == keyPath }
    }
  }

  /// The member of a composite value that a key path from the model refers to, as in `\Item.size.width`, or nil.
  func member(for keyPath: AnyKeyPath) -> CompositeKeyPath? { CompositeKeyPath(keyPath, among: all) }

  /// The property that a key path refers to, or nil.
  func property(for keyPath: AnyKeyPath) -> ModelProperty? { lookup.property(at: keyPath) }
}

private struct KeyPathLookup: Sendable {
  private let all: [ModelProperty]
  // Sound as `nonisolated(unsafe)`: a constant whose keys were Sendable when they were put in.
  private nonisolated(unsafe) let byKeyPath: [AnyKeyPath: ModelProperty]
  /// The inherited properties, by what their key paths share with those of the superclass.
  private let inheritedShapes: [KeyPathShape: ModelProperty]

  init(inherited: [ModelProperty], all: [ModelProperty]) {
    self.all = all
    byKeyPath = Dictionary(all.map { ($0.keyPath as AnyKeyPath, $0) }, uniquingKeysWith: { first, _ in first })
    inheritedShapes = Dictionary(
      inherited.map { (KeyPathShape($0.keyPath), $0) }, uniquingKeysWith: { first, _ in first })
  }

  func property(at keyPath: AnyKeyPath) -> ModelProperty? {
    if let property = byKeyPath[keyPath] { return property }
    return inheritedShapes.isEmpty ? nil : inheritedShapes[KeyPathShape(keyPath)]
  }

  /// The columns of the property or the member that a key path refers to; none for any other key path.
  func columns(at keyPath: AnyKeyPath) -> [UniqueColumn] {
    if let property = property(at: keyPath) {
      return property.columns.indices.map { .init(property: property, index: $0) }
    }
    guard let path = CompositeKeyPath(keyPath, among: all) else { return [] }
    return path.property.columns.indices.filter { path.property.columns[$0].name == path.column.name }
      .map { .init(property: path.property, index: $0) }
  }

  /// The name of the property at a key path, for a message.
  func name(at keyPath: AnyKeyPath) -> String { byKeyPath[keyPath]?.name ?? "\(keyPath)" }
}

extension UniqueColumn {
  /// Whether the column holds a text as it is.
  fileprivate var isText: Bool { property.isStored && column.holdsValue && column.kind == .text }
}
