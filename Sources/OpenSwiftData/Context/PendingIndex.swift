import Foundation

/// A part of a predicate that says which value a stored property has.
struct PendingEquality<Model: PersistentModel> {
  let keyPath: PartialKeyPath<Model>
  /// Nil stands for nil.
  let value: AnyHashable?

  /// The first such part that has to hold for the whole to hold; nil if there is none.
  init?(_ predicate: Predicate<Model>) {
    guard let part = (predicate.expression as? any PredicateNode)?.equality(of: Model.self) else { return nil }
    self = part
  }

  init(keyPath: PartialKeyPath<Model>, value: Any) {
    self.keyPath = keyPath
    self.value = AnyHashable(any: value)
  }

  /// The value that a model has for the property.
  func value(of model: Model) -> AnyHashable? { AnyHashable(any: model[keyPath: keyPath]) }
}

/// Pending models by the values of a property, so that a fetch for each of many changes does not look at all of them.
///
/// It is brought up to date when it is used: by then a model has the values that it was inserted or changed for.
struct PendingIndex {
  private var models: [AnyHashable?: [ObjectIdentifier: any PersistentModel]] = [:]
  /// The value under which each model is found.
  private var values: [ObjectIdentifier: AnyHashable?] = [:]
  /// The models whose values may have changed since.
  private var stale: [ObjectIdentifier: any PersistentModel] = [:]
  /// The number of the last model that was taken in.
  private(set) var lastNumber = 0

  /// The models that have a value, in no certain order.
  ///
  /// - Complexity: O(1) on average.
  func models(with value: AnyHashable?) -> some Collection<any PersistentModel> { (models[value] ?? [:]).values }

  /// Takes note that a model may have another value.
  mutating func noteChange(of model: any PersistentModel) { stale[ObjectIdentifier(model)] = model }

  /// Takes out the models that were changed, which are found under no value until they get one again.
  ///
  /// - Parameter lastNumber: the number of the last model that gets a value now.
  mutating func takeStale(lastNumber: Int) -> [any PersistentModel] {
    self.lastNumber = lastNumber
    defer { stale.removeAll(keepingCapacity: true) }
    return Array(stale.values)
  }

  mutating func set(_ value: AnyHashable?, of model: any PersistentModel) {
    removeValue(of: model)
    values[ObjectIdentifier(model)] = .some(value)
    models[value, default: [:]][ObjectIdentifier(model)] = model
  }

  mutating func remove(_ model: any PersistentModel) {
    stale[ObjectIdentifier(model)] = nil
    removeValue(of: model)
  }

  private mutating func removeValue(of model: any PersistentModel) {
    guard let value = values.removeValue(forKey: ObjectIdentifier(model)) else { return }
    models[value]?[ObjectIdentifier(model)] = nil
    if models[value]?.isEmpty == true { models[value] = nil }
  }
}

extension AnyHashable {
  /// A value that is known to be hashable; nil for nil.
  fileprivate init?(any value: Any) {
    guard let value = value as? any Hashable else { return nil }
    self.init(value)
  }
}
