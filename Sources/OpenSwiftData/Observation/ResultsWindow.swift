/// The models of a result that are being looked at, read in batches and kept while they are near.
final class ResultsWindow<Element: PersistentModel>: ResultsSource {
  private let context: ModelContext
  private let table: EntityTable
  private let identifiers: IdentifierSource
  private let batch: Int
  private let limit: Int
  /// The models that have no row yet, by their temporary keys.
  private let unsaved: [Int64: Element]
  private var models: [Int64: Element] = [:]

  /// - Parameters:
  ///   - batch: how many models are read at once, around the one asked for.
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
    if let model = living(key) ?? unsaved[key] { return model }
    load(around: position, in: keys)
    if let model = models[key] { return model }
    // Not kept: the row may only be unreadable at the moment.
    guard let model = context.makeDeletedModel(table, identifier(key)) as? Element else {
      preconditionFailure("the table of \(Element.self) makes other models")
    }
    return model
  }

  func element(for identifier: PersistentIdentifier) -> Element? {
    if identifier.isTemporary { return unsaved[identifier.key] }
    guard identifier.entity == table.identity else { return nil }
    if let model = living(identifier.key) { return model }
    guard let model = context.models([identifier.key], table).first as? Element else { return models[identifier.key] }
    // Kept, or it would be gone before anybody could be told of its changes.
    models[identifier.key] = model
    return model
  }

  func prefetch(_ positions: Range<Int>, in keys: OrderedKeys) {
    guard positions.contains(where: { isMissing(keys[$0]) }) else { return }
    // A few more on both sides, so that scrolling row by row does not read row by row.
    let margin = batch / 4
    load(
      Swift.max(0, positions.lowerBound - margin)..<Swift.min(positions.upperBound + margin, keys.count), in: keys)
  }

  private func isMissing(_ key: Int64) -> Bool { key > 0 && living(key) == nil }

  /// A model that is kept, unless its row went: that may have come back under its key, as undo brings it back, and then
  /// another model follows it.
  private func living(_ key: Int64) -> Element? {
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
    for model in context.models(wanted.filter(isMissing), table) {
      if let element = model as? Element { models[model._$record.key] = element }
    }
  }
}
