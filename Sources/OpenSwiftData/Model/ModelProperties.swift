/// The stored properties of one model type, in the order of their slots.
///
/// `@Model` builds one for each type; it is not meant to be used by hand.
public final class ModelProperties: Sendable {
  let modelType: any PersistentModel.Type
  let entityName: String
  let all: [ModelProperty]
  /// The properties that are columns, in the order in which statements select them.
  let stored: [ModelProperty]
  /// The relationships, in the order of their declaration.
  let relationships: [RelationshipProperty]
  let indexes: [[String]]
  let uniques: [[String]]
  /// The properties whose values the history keeps when a row is deleted.
  let preservedOnDeletion: [ModelProperty]
  /// Makes a model without values.
  let makeFault: @Sendable () -> any PersistentModel

  // Sound as `nonisolated(unsafe)`: a constant whose keys were Sendable when they were put in.
  private nonisolated(unsafe) let byKeyPath: [AnyKeyPath: ModelProperty]
  private let identifierKeyPaths: [any AnyKeyPath & Sendable]

  init(
    modelType: any PersistentModel.Type, all: [ModelProperty], indexes: [[AnyKeyPath]], uniques: [[AnyKeyPath]],
    identifierKeyPaths: [any AnyKeyPath & Sendable], makeFault: @escaping @Sendable () -> any PersistentModel
  ) {
    self.modelType = modelType
    self.all = all
    self.makeFault = makeFault
    self.identifierKeyPaths = identifierKeyPaths
    entityName = String(describing: modelType)
    stored = all.filter(\.isStored)
    relationships = all.compactMap { $0 as? RelationshipProperty }
    preservedOnDeletion = stored.filter {
      ($0.metadata as? Schema.Attribute)?.options.contains(.preserveValueOnDeletion) == true
    }
    let byKeyPath = Dictionary(all.map { ($0.keyPath as AnyKeyPath, $0) }, uniquingKeysWith: { first, _ in first })
    self.byKeyPath = byKeyPath
    let columns = { (keyPath: AnyKeyPath) in
      byKeyPath[keyPath]?.columns[0] ?? CompositeKeyPath(keyPath, among: all)?.column
    }
    self.indexes = indexes.map { $0.compactMap { columns($0)?.name } }
    let declared = all.filter { ($0.metadata as? Schema.Attribute)?.isUnique == true }.map { [$0.name] }
    self.uniques = declared + uniques.map { $0.compactMap { columns($0)?.name } }
  }

  /// Whether a key path names the model's identity.
  func isIdentifier(_ keyPath: AnyKeyPath) -> Bool { identifierKeyPaths.contains { $0 == keyPath } }

  /// The member of a composite value that a key path from the model names, as in `\Item.size.width`, or nil.
  func member(for keyPath: AnyKeyPath) -> CompositeKeyPath? { CompositeKeyPath(keyPath, among: all) }

  /// The property that a key path names, or nil.
  func property(for keyPath: AnyKeyPath) -> ModelProperty? { byKeyPath[keyPath] }
}
