/// Models that wait for a save, in the order in which they came, each once.
struct PendingModels {
  private var order: [ObjectIdentifier: Int] = [:]
  private var models: [any PersistentModel] = []
  /// In place of `models`, with gaps, once one was taken out; mostly none is, and the list is answered as it is.
  private var withGaps: [(any PersistentModel)?]?

  var isEmpty: Bool { order.isEmpty }
  var count: Int { order.count }

  /// The models in their order.
  var all: [any PersistentModel] { withGaps.map { $0.compactMap(\.self) } ?? models }

  mutating func insert(_ model: any PersistentModel) {
    let next = withGaps?.count ?? models.count
    guard order[ObjectIdentifier(model)] == nil else { return }
    order[ObjectIdentifier(model)] = next
    if withGaps == nil { models.append(model) } else { withGaps?.append(model) }
  }

  /// - Returns: false if it was not among them.
  @discardableResult
  mutating func remove(_ model: any PersistentModel) -> Bool {
    guard let index = order.removeValue(forKey: ObjectIdentifier(model)) else { return false }
    if withGaps == nil {
      withGaps = models
      models = []
    }
    withGaps?[index] = nil
    if order.isEmpty { removeAll() }
    return true
  }

  mutating func removeAll() { self = PendingModels() }
}
