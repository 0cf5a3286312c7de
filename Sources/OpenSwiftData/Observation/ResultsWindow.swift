/// The models of a result that are being looked at, read in batches and kept while they are near.
final class ResultsWindow<Element: PersistentModel> {
  private let context: ModelContext
  private let table: EntityTable
  private var models: [Int64: Element] = [:]

  /// How many models are read at once, around the one asked for.
  private static var batch: Int { 64 }
  /// How many models are kept.
  private static var limit: Int { 512 }

  init(context: ModelContext, table: EntityTable) {
    self.context = context
    self.table = table
  }

  func identifier(_ key: Int64) -> PersistentIdentifier { PersistentIdentifier(entity: table.identity, key: key) }

  func model(at position: Int, in keys: OrderedKeys) -> Element {
    let key = keys[position]
    if let model = models[key] { return model }
    load(around: position, in: keys)
    if let model = models[key] { return model }
    // Not kept: the row may only be unreadable at the moment.
    guard let model = context.makeDeletedModel(table, identifier(key)) as? Element else {
      preconditionFailure("the table of \(Element.self) makes other models")
    }
    return model
  }

  func model(for identifier: PersistentIdentifier) -> Element? {
    guard identifier.entity == table.identity else { return nil }
    if let model = models[identifier.key] { return model }
    guard let model = context.models([identifier.key], table).first as? Element else { return nil }
    // Kept, or it would be gone before anybody could be told of its changes.
    models[identifier.key] = model
    return model
  }

  func prefetch(_ positions: Range<Int>, in keys: OrderedKeys) {
    guard positions.contains(where: { models[keys[$0]] == nil }) else { return }
    // A few more on both sides, so that scrolling row by row does not read row by row.
    let margin = Self.batch / 4
    load(
      Swift.max(0, positions.lowerBound - margin)..<Swift.min(positions.upperBound + margin, keys.count), in: keys)
  }

  private func load(around position: Int, in keys: OrderedKeys) {
    let start = Swift.max(0, position - Self.batch / 4)
    load(start..<Swift.min(start + Self.batch, keys.count), in: keys)
  }

  private func load(_ positions: Range<Int>, in keys: OrderedKeys) {
    let wanted = positions.map { keys[$0] }
    if models.count + wanted.count > Self.limit {
      let near = Set(wanted)
      models = models.filter { near.contains($0.key) }
    }
    for model in context.models(wanted.filter { models[$0] == nil }, table) {
      if let element = model as? Element { models[model._$record.key] = element }
    }
  }
}
