import DocketLocking

/// Unsaved models in the order in which they came, each once.
struct PendingModels {
  fileprivate struct Group {
    let type: any PersistentModel.Type
    var list = NumberedModels()
    /// By the properties that were asked for.
    var indexes: [AnyKeyPath: PendingIndex] = [:]
  }

  /// The number of each model, in the order in which they came.
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var lastNumber = 0
  private var list = NumberedModels()
  // By type, as a search for a few must not visit the others. A list, because a context has models of few types.
  private var groups: [Group] = []

  var isEmpty: Bool { numbers.isEmpty }
  var count: Int { numbers.count }
  var all: [any PersistentModel] { list.all }
  var types: [any PersistentModel.Type] { groups.filter { $0.list.count > 0 }.map(\.type) }

  func contains(_ model: any PersistentModel) -> Bool { numbers[ObjectIdentifier(model)] != nil }

  func count<Model: PersistentModel>(of _: Model.Type) -> Int {
    groups.reduce(0) { $0 + ($1.type is Model.Type ? $1.list.count : 0) }
  }

  /// The models of a type and its subclasses, in order.
  func models<Model: PersistentModel>(of _: Model.Type) -> [Model] {
    let groups = groups.filter { $0.list.count > 0 && $0.type is Model.Type }
    guard groups.count > 1 else { return groups.first?.list.all.compactMap { $0 as? Model } ?? [] }
    let models = groups.flatMap(\.list.numbered).sorted { $0.number < $1.number }
    return models.compactMap { $0.model as? Model }
  }

  var isIndexed: Bool { groups.contains { !$0.indexes.isEmpty } }

  /// Shorter lists are scanned as quickly.
  private static let minIndexedCount = 64

  /// Notes that a model's values may have changed.
  mutating func noteChange(of model: any PersistentModel) {
    guard isIndexed, contains(model) else { return }
    let type = type(of: model)
    guard let index = groups.firstIndex(where: { $0.type == type }) else { return }
    for keyPath in groups[index].indexes.keys { groups[index].indexes[keyPath]?.noteChange(of: model) }
  }

  // MARK: - Indexes

  /// Whether an index pays off: many models of the type, all of one class.
  func isWorthIndexing<Model: PersistentModel>(_: Model.Type) -> Bool {
    guard let group = onlyGroup(of: Model.self) else { return false }
    return groups[group].list.count >= Self.minIndexedCount
  }

  /// Removes and returns the models that are new to an index, or were changed.
  mutating func takeUnindexed<Model: PersistentModel>(_ equality: PendingEquality<Model>) -> [Model] {
    guard let group = onlyGroup(of: Model.self) else { return [] }
    var index = groups[group].indexes[equality.keyPath] ?? PendingIndex()
    let new = groups[group].list.models(after: index.lastNumber).compactMap { $0 as? Model }
    let changed = index.takeStale(lastNumber: lastNumber).compactMap { $0 as? Model }
    groups[group].indexes[equality.keyPath] = index
    return new + changed
  }

  /// Adds models to an index, if they are still unsaved.
  mutating func index<Model: PersistentModel>(_ values: [(model: Model, value: AnyHashable?)], _ keyPath: AnyKeyPath) {
    guard let group = onlyGroup(of: Model.self) else { return }
    for (model, value) in values where numbers[ObjectIdentifier(model)] != nil {
      groups[group].indexes[keyPath]?.set(value, of: model)
    }
  }

  /// The models with a value, in order.
  ///
  /// - Complexity: O(k log k) in these models.
  func indexed<Model: PersistentModel>(_ equality: PendingEquality<Model>) -> [Model] {
    guard let group = onlyGroup(of: Model.self) else { return [] }
    let found = groups[group].indexes[equality.keyPath]?.models(with: equality.value).compactMap { $0 as? Model } ?? []
    return found.map { (numbers[ObjectIdentifier($0)] ?? 0, $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Nil if there is none, or if subclasses have others.
  private func onlyGroup<Model: PersistentModel>(of _: Model.Type) -> Int? {
    let matching = groups.indices.filter { groups[$0].list.count > 0 && groups[$0].type is Model.Type }
    return matching.count == 1 ? matching[0] : nil
  }

  /// The models of the types that have a property; types in no certain order.
  func models(with property: ModelProperty) -> [any PersistentModel] {
    groups.filter { $0.type._$properties.contains(property) }.flatMap(\.list.all)
  }

  mutating func insert(_ model: any PersistentModel) {
    guard numbers[ObjectIdentifier(model)] == nil else { return }
    lastNumber += 1
    numbers[ObjectIdentifier(model)] = lastNumber
    list.append(model, lastNumber)
    let type = type(of: model)
    let index = groups.firstIndex { $0.type == type } ?? groups.endIndex
    if index == groups.endIndex { groups.append(Group(type: type)) }
    groups[index].list.append(model, lastNumber)
  }

  /// - Returns: whether it was among them.
  @discardableResult
  mutating func remove(_ model: any PersistentModel) -> Bool {
    guard let number = numbers.removeValue(forKey: ObjectIdentifier(model)) else { return false }
    list.remove(number)
    let type = type(of: model)
    if let index = groups.firstIndex(where: { $0.type == type }) { groups[index].remove(model, number) }
    if numbers.isEmpty { removeAll() }
    return true
  }

  mutating func removeAll() { self = PendingModels() }
}

extension PendingModels.Group {
  fileprivate mutating func remove(_ model: any PersistentModel, _ number: Int) {
    list.remove(number)
    for keyPath in indexes.keys { indexes[keyPath]?.remove(model) }
  }
}

/// Models by growing numbers, from which any can be removed.
private struct NumberedModels {
  private var numbers: [Int] = []
  private var models: [any PersistentModel] = []
  /// Replaces `models` once one was removed, which is rare.
  private var withGaps: [(any PersistentModel)?]?
  private(set) var count = 0

  var all: [any PersistentModel] { withGaps.map { $0.compactMap(\.self) } ?? models }

  var numbered: [(number: Int, model: any PersistentModel)] {
    guard let withGaps else { return Array(zip(numbers, models)) }
    return zip(numbers, withGaps).compactMap { number, model in model.map { (number, $0) } }
  }

  func models(after number: Int) -> [any PersistentModel] {
    let first = numbers.last.map { $0 <= number } ?? true ? numbers.count : index(of: number + 1)
    guard let withGaps else { return Array(models[first...]) }
    return withGaps[first...].compactMap(\.self)
  }

  mutating func append(_ model: any PersistentModel, _ number: Int) {
    numbers.append(number)
    count += 1
    if withGaps == nil { models.append(model) } else { withGaps?.append(model) }
  }

  /// - Complexity: O(log n) amortized.
  mutating func remove(_ number: Int) {
    if withGaps == nil {
      withGaps = models
      models = []
    }
    let index = index(of: number)
    withGaps?[index] = nil
    count -= 1
    if numbers.count > 2 * count + 32 { closeGaps() }
  }

  private mutating func closeGaps() {
    let rest = numbered
    (numbers, models, withGaps) = (rest.map(\.number), rest.map(\.model), nil)
  }

  /// The index of a number, or of the next larger one.
  private func index(of number: Int) -> Int { numbers.partitioningIndex { $0 >= number } }
}
