/// Models that wait for a save, in the order in which they came, each once.
struct PendingModels {
  private var order: [ObjectIdentifier: Int] = [:]
  private var models: [any PersistentModel] = []
  /// The same by their types, since a search for a few must not look at all the others; nil once one was taken out.
  private var types: [ObjectIdentifier: [any PersistentModel]]? = [:]
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
    types?[ObjectIdentifier(type(of: model)), default: []].append(model)
  }

  /// The models of the types that have a property, in no certain order of the types.
  ///
  /// - Complexity: O(n) in these models; in all of them after one was taken out.
  mutating func models(with property: ModelProperty) -> [any PersistentModel] {
    let types = types ?? Dictionary(grouping: all) { ObjectIdentifier(type(of: $0)) }
    self.types = types
    let groups = types.values.filter { models in
      models.first.map { type(of: $0)._$properties.contains(property) } ?? false
    }
    return groups.flatMap(\.self)
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
    types = nil
    if order.isEmpty { removeAll() }
    return true
  }

  mutating func removeAll() { self = PendingModels() }
}
