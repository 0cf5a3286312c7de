import Foundation

/// A condition that a stored property equals a value, as part of a predicate.
struct PendingEquality<Model: PersistentModel> {
  let keyPath: PartialKeyPath<Model>
  let value: AnyHashable?

  /// The first such condition that the whole requires; nil if there is none.
  init?(_ predicate: Predicate<Model>) {
    guard let part = (predicate.expression as? any PredicateNode)?.equality(of: Model.self) else { return nil }
    self = part
  }

  init(keyPath: PartialKeyPath<Model>, value: Any) {
    self.keyPath = keyPath
    self.value = AnyHashable(any: value)
  }

  func value(of model: Model) -> AnyHashable? { AnyHashable(any: model[keyPath: keyPath]) }
}

/// Unsaved models by the values of one property, updated when used: values are final by then.
struct PendingIndex {
  private var models: [AnyHashable?: [ObjectIdentifier: any PersistentModel]] = [:]
  private var values: [ObjectIdentifier: AnyHashable?] = [:]
  /// The models whose values may have changed since.
  private var stale: [ObjectIdentifier: any PersistentModel] = [:]
  /// The number of the last indexed model.
  private(set) var lastNumber = 0

  func models(with value: AnyHashable?) -> some Collection<any PersistentModel> { (models[value] ?? [:]).values }

  mutating func noteChange(of model: any PersistentModel) { stale[ObjectIdentifier(model)] = model }

  /// Removes and returns the changed models.
  ///
  /// - Parameter lastNumber: the number of the last model indexed after this call.
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
  /// Nil if the value is not hashable; `AnyHashable?.none` for nil.
  fileprivate init?(any value: Any) {
    guard let value = value as? any Hashable else { return nil }
    self.init(value)
  }
}
