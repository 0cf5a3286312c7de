/// Makes the elements of a results collection from its keys, models or identifiers.
protocol ResultsSource<Element>: AnyObject {
  associatedtype Element

  /// The element at a position of the keys.
  func element(at position: Int, in keys: OrderedKeys) -> Element

  /// Reads the elements of some positions that are not in memory.
  func prefetch(_ positions: Range<Int>, in keys: OrderedKeys)

  /// The element of an identifier, or nil if it has no row.
  func element(for identifier: PersistentIdentifier) -> Element?

  /// The identifier that a key stands for.
  func identifier(_ key: Int64) -> PersistentIdentifier
}

/// Makes identifiers from keys; nothing is read.
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

/// Makes the models of a result as they are accessed: reads them in batches and caches those around the last access.
final class ResultsWindow<Element: PersistentModel>: ResultsSource {
  private let context: ModelContext
  private let table: EntityTable
  private let identifiers: IdentifierSource
  private let batch: Int
  /// How many models may be cached.
  private let limit: Int
  /// The models that have no row yet, by their temporary keys.
  private let unsaved: [Int64: Element]
  private var models: [Int64: Element] = [:]

  /// - Parameters:
  ///   - batch: how many models are read at once, around the accessed one.
  ///   - unsaved: the models of the result that have no row yet.
  init(context: ModelContext, table: EntityTable, batch: Int = 64, unsaved: [Int64: Element] = [:]) {
    self.context = context
    self.table = table
    self.batch = batch
    self.unsaved = unsaved
    identifiers = IdentifierSource(table)
    limit = Swift.max(512, batch.addingReportingOverflow(batch).overflow ? .max : 2 * batch)
  }

  func identifier(_ key: Int64) -> PersistentIdentifier { identifiers.identifier(key) }

  func element(at position: Int, in keys: OrderedKeys) -> Element {
    let key = keys[position]
    if let model = cachedModel(key) ?? unsaved[key] { return model }
    load(around: position, in: keys)
    if let model = models[key] { return model }
    // Not cached: the row may only be unreadable at the moment.
    guard let model = context.materializer.makeDeletedModel(table, identifier(key)) as? Element else {
      preconditionFailure("the table of \(Element.self) makes models of another type")
    }
    return model
  }

  func element(for identifier: PersistentIdentifier) -> Element? {
    if identifier.isTemporary { return unsaved[identifier.key] }
    guard identifier.entity == table.identity else { return nil }
    if let model = cachedModel(identifier.key) { return model }
    guard let model = context.materializer.models([identifier.key], table).first as? Element else {
      return models[identifier.key]
    }
    // Cached, or it would be released before anybody could be told of its changes.
    models[identifier.key] = model
    return model
  }

  func prefetch(_ positions: Range<Int>, in keys: OrderedKeys) {
    guard positions.contains(where: { isMissing(keys[$0]) }) else { return }
    // Some more on both sides, so that scrolling row by row does not read row by row.
    let margin = batch / 4
    load(
      Swift.max(0, positions.lowerBound - margin)..<Swift.min(positions.upperBound + margin, keys.count), in: keys)
  }

  private func isMissing(_ key: Int64) -> Bool { key > 0 && cachedModel(key) == nil }

  /// The cached model of a key, unless its row was deleted.
  ///
  /// Undo may have inserted the row again under its key, and then another model stands for it.
  private func cachedModel(_ key: Int64) -> Element? {
    models[key].flatMap { $0._$record.state == .deleted ? nil : $0 }
  }

  private func load(around position: Int, in keys: OrderedKeys) {
    let start = Swift.max(0, position - batch / 4)
    load(start..<Swift.max(position + 1, start + Swift.min(batch, keys.count - start)), in: keys)
  }

  private func load(_ positions: Range<Int>, in keys: OrderedKeys) {
    let wanted = positions.map { keys[$0] }
    if models.count + wanted.count > limit {
      let near = Set(wanted)
      models = models.filter { near.contains($0.key) }
    }
    for model in context.materializer.models(wanted.filter(isMissing), table) {
      if let element = model as? Element { models[model._$record.key] = element }
    }
  }
}
