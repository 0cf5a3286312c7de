import Foundation

/// A part of a predicate that says which value a stored property has.
struct PendingEquality<Model: PersistentModel> {
  let keyPath: PartialKeyPath<Model>
  /// Nil stands for nil.
  let value: AnyHashable?

  /// The first such part that has to hold for the whole to hold; nil if there is none.
  init?(_ predicate: Predicate<Model>) {
    guard let part = (predicate.expression as? any EqualityNode)?.equality(of: Model.self) else { return nil }
    self = part
  }

  fileprivate init(keyPath: PartialKeyPath<Model>, value: AnyHashable?) {
    (self.keyPath, self.value) = (keyPath, value)
  }
}

/// New models by the values of a property, so that a fetch for each of many insertions does not look at all of them.
///
/// It is brought up to date when it is used: by then a model has the values that it was inserted for.
struct PendingIndex {
  private var models: [AnyHashable?: [ObjectIdentifier: any PersistentModel]] = [:]
  /// Where each model is.
  private var values: [ObjectIdentifier: AnyHashable?] = [:]
  /// The models that were changed since.
  private var stale: [ObjectIdentifier: any PersistentModel] = [:]
  /// How many models came before those that are still to be added.
  private(set) var lastNumber = 0

  /// The models that have a value, in no certain order.
  ///
  /// - Parameter new: those that came since the last use.
  /// - Complexity: O(1) on average for each model that is new or was changed, and for each that is found.
  mutating func models<Model: PersistentModel>(
    _ equality: PendingEquality<Model>, new: [Model], lastNumber: Int
  ) -> some Collection<any PersistentModel> {
    self.lastNumber = lastNumber
    for model in stale.values {
      remove(model)
      if let model = model as? Model { add(model, equality.keyPath) }
    }
    stale.removeAll(keepingCapacity: true)
    for model in new { add(model, equality.keyPath) }
    return (models[equality.value] ?? [:]).values
  }

  /// Takes note that a model may get another value.
  mutating func noteChange(of model: any PersistentModel) {
    if values[ObjectIdentifier(model)] != nil { stale[ObjectIdentifier(model)] = model }
  }

  mutating func remove(_ model: any PersistentModel) {
    stale[ObjectIdentifier(model)] = nil
    if let value = values.removeValue(forKey: ObjectIdentifier(model)) { models[value]?[ObjectIdentifier(model)] = nil }
  }

  private mutating func add<Model: PersistentModel>(_ model: Model, _ keyPath: PartialKeyPath<Model>) {
    let value = AnyHashable(any: model[keyPath: keyPath])
    values[ObjectIdentifier(model)] = value
    models[value, default: [:]][ObjectIdentifier(model)] = model
  }
}

extension AnyHashable {
  /// A value that is known to be hashable; nil for nil.
  fileprivate init?(any value: Any) {
    guard let value = value as? any Hashable else { return nil }
    self.init(value)
  }
}

/// A node that may have to hold for the whole predicate to hold.
private protocol EqualityNode {
  func equality<Model: PersistentModel>(of _: Model.Type) -> PendingEquality<Model>?
}

/// A node that may be a property of what the predicate is asked about.
private protocol PropertyNode {
  func property<Model: PersistentModel>(of _: Model.Type) -> PartialKeyPath<Model>?
}

extension PredicateExpressions.Conjunction: EqualityNode {
  fileprivate func equality<Model: PersistentModel>(of type: Model.Type) -> PendingEquality<Model>? {
    (lhs as? any EqualityNode)?.equality(of: type) ?? (rhs as? any EqualityNode)?.equality(of: type)
  }
}

extension PredicateExpressions.Equal: EqualityNode {
  fileprivate func equality<Model: PersistentModel>(of type: Model.Type) -> PendingEquality<Model>? {
    // A hash that the compiler writes is that of the raw value, whatever an `==` of the type's own takes for the same.
    guard LHS.Output.self is any Hashable.Type, RawEquality.isOfRawValues(LHS.Output.self) else { return nil }
    return Self.equality(lhs, rhs, type) ?? Self.equality(rhs, lhs, type)
  }

  private static func equality<Model: PersistentModel>(
    _ property: Any, _ value: Any, _ type: Model.Type
  ) -> PendingEquality<Model>? {
    guard let keyPath = (property as? any PropertyNode)?.property(of: type), let value = PredicateConstant(value)
    else { return nil }
    return PendingEquality(keyPath: keyPath, value: AnyHashable(any: value.value))
  }
}

extension PredicateExpressions.KeyPath: PropertyNode {
  fileprivate func property<Model: PersistentModel>(of _: Model.Type) -> PartialKeyPath<Model>? {
    guard root is PredicateExpressions.Variable<Model>, let keyPath = (keyPath as AnyKeyPath) as? PartialKeyPath<Model>,
      let property = Model._$properties.property(for: keyPath), property.destination == nil
    else { return nil }
    return keyPath
  }
}
