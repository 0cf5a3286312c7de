/// Models that wait for a save, in the order in which they came, each once.
struct PendingModels {
  private var order: [ObjectIdentifier: Int] = [:]
  private var models: [(any PersistentModel)?] = []

  var isEmpty: Bool { order.isEmpty }

  /// The models in their order.
  var all: [any PersistentModel] { models.compactMap(\.self) }

  mutating func insert(_ model: any PersistentModel) {
    guard order[ObjectIdentifier(model)] == nil else { return }
    order[ObjectIdentifier(model)] = models.count
    models.append(model)
  }

  /// - Returns: false if it was not among them.
  @discardableResult
  mutating func remove(_ model: any PersistentModel) -> Bool {
    guard let index = order.removeValue(forKey: ObjectIdentifier(model)) else { return false }
    models[index] = nil
    if order.isEmpty { models.removeAll() }
    return true
  }

  mutating func removeAll() {
    order.removeAll()
    models.removeAll()
  }
}
