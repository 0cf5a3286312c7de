/// Makes the elements of a results collection, models or identifiers, from its keys.
protocol ResultsSource<Element>: AnyObject {
  associatedtype Element

  func element(at position: Int, in keys: OrderedKeys) -> Element

  /// Reads the elements that are not in memory.
  func prefetch(_ positions: Range<Int>, in keys: OrderedKeys)

  /// The element of an identifier, or nil without a row.
  func element(for identifier: PersistentIdentifier) -> Element?

  func identifier(_ key: Int64) -> PersistentIdentifier
}

final class IdentifierSource: ResultsSource {
  private let entity: EntityIdentity
  private let unsavedEntity: EntityIdentity

  init(_ table: EntityTable) {
    entity = table.identity
    unsavedEntity = EntityIdentity(store: nil, entity: table.properties.tableName)
  }

  func element(at position: Int, in keys: OrderedKeys) -> PersistentIdentifier { identifier(keys[position]) }

  func prefetch(_: Range<Int>, in _: OrderedKeys) {}

  func element(for identifier: PersistentIdentifier) -> PersistentIdentifier? { identifier }

  func identifier(_ key: Int64) -> PersistentIdentifier {
    PersistentIdentifier(entity: key < 0 ? unsavedEntity : entity, key: key)
  }
}

/// Makes a result's models on access, reading them in batches and caching those around the last access.
final class ResultsWindow<Element: PersistentModel>: ResultsSource {
  private let context: ModelContext
  private let table: EntityTable
  private let identifiers: IdentifierSource
  private let batch: Int
  /// Models without a row, by temporary key.
  private let unsaved: [Int64: Element]
  private var cache: ModelCache

  /// - Parameter batch: how many models to read at once, around the accessed one.
  init(context: ModelContext, table: EntityTable, batch: Int = 64, unsaved: [Int64: Element] = [:]) {
    self.context = context
    self.table = table
    self.batch = batch
    self.unsaved = unsaved
    identifiers = IdentifierSource(table)
    cache = ModelCache(limit: Swift.max(512, batch.addingReportingOverflow(batch).overflow ? .max : 2 * batch))
  }

  func identifier(_ key: Int64) -> PersistentIdentifier { identifiers.identifier(key) }

  func element(at position: Int, in keys: OrderedKeys) -> Element {
    let key = keys[position]
    if let model = element(cache.model(key)) ?? unsaved[key] { return model }
    load(around: position, in: keys)
    if let model = element(cache.modelOrDeleted(key)) { return model }
    // Not cached: the row may only be unreadable now.
    guard let model = context.materializer.makeDeletedModel(table, identifier(key)) as? Element else {
      preconditionFailure("the table of \(Element.self) makes models of another type")
    }
    return model
  }

  func element(for identifier: PersistentIdentifier) -> Element? {
    if identifier.isTemporary { return unsaved[identifier.key] }
    guard identifier.entity == table.identity else { return nil }
    if let model = cache.model(identifier.key) { return element(model) }
    guard let model = context.materializer.models([identifier.key], table).first else {
      return element(cache.modelOrDeleted(identifier.key))
    }
    // Cached, or it would be released before its observers learn of changes.
    cache.add(model)
    return element(model)
  }

  func prefetch(_ positions: Range<Int>, in keys: OrderedKeys) {
    guard positions.contains(where: { isMissing(keys[$0]) }) else { return }
    // Some more on both sides, so that scrolling doesn't read row by row.
    let margin = batch / 4
    load(
      Swift.max(0, positions.lowerBound - margin)..<Swift.min(positions.upperBound + margin, keys.count), in: keys)
  }

  private func element(_ model: (any PersistentModel)?) -> Element? { model as? Element }

  private func isMissing(_ key: Int64) -> Bool { key > 0 && cache.model(key) == nil }

  private func load(around position: Int, in keys: OrderedKeys) {
    let start = Swift.max(0, position - batch / 4)
    load(start..<Swift.max(position + 1, start + Swift.min(batch, keys.count - start)), in: keys)
  }

  private func load(_ positions: Range<Int>, in keys: OrderedKeys) {
    let wanted = positions.map { keys[$0] }
    cache.makeRoom(for: wanted)
    for model in context.materializer.models(wanted.filter(isMissing), table) { cache.add(model) }
  }
}

/// Models by the keys of their rows.
///
/// Not generic: a generic dictionary takes several times as long where the compiler can't specialize it.
private struct ModelCache {
  /// The largest number of models.
  private let limit: Int
  private var models: [Int64: any PersistentModel] = [:]

  init(limit: Int) { self.limit = limit }

  /// The model of a key, unless deleted: undo may have reinserted its row, which another model then represents.
  func model(_ key: Int64) -> (any PersistentModel)? {
    guard let model = models[key], model._$record.state != .deleted else { return nil }
    return model
  }

  func modelOrDeleted(_ key: Int64) -> (any PersistentModel)? { models[key] }

  mutating func add(_ model: any PersistentModel) { models[model._$record.key] = model }

  /// Drops all other models if there would be too many.
  mutating func makeRoom(for keys: [Int64]) {
    guard models.count + keys.count > limit else { return }
    let near = Set(keys)
    models = models.filter { near.contains($0.key) }
  }
}
