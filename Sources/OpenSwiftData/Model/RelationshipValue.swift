import Foundation

/// The type of a relationship's property: a model, an optional model, an array of models, or an optional array.
///
/// The library conforms these types; it is not meant to be adopted by hand.
public protocol RelationshipValue {
  /// The model type at the other end.
  static var _destination: any PersistentModel.Type { get }
  /// Whether the property holds any number of models.
  static var _isToMany: Bool { get }
  /// Whether the property may be nil.
  static var _isOptional: Bool { get }

  /// The models, in order.
  var _objects: [any PersistentModel] { get }
  /// The number of models.
  var _count: Int { get }

  /// The value with a model appended, or with this one where one fits.
  ///
  /// - Complexity: O(1) on average for a uniquely referenced array.
  static func _adding(_ object: any PersistentModel, to value: consuming Self) -> Self?

  /// The one model that follows the given ones; nil if anything else differs.
  ///
  /// - Complexity: O(n) comparisons of addresses.
  func _addition(to models: [AnyObject]) -> (any PersistentModel)?

  /// - Parameter objects: instances of the model type at the other end.
  /// - Returns: nil if there is no such value: no model where one is required.
  static func _value(of objects: [any PersistentModel]) -> Self?
}

extension PersistentModel {
  /// The model's own type.
  public static var _destination: any PersistentModel.Type { self }
  /// False: one model.
  public static var _isToMany: Bool { false }
  /// False: there must be a model.
  public static var _isOptional: Bool { false }
  /// The model itself.
  public var _objects: [any PersistentModel] { [self] }
  /// One.
  public var _count: Int { 1 }
  /// The new model, which replaces the old one.
  public static func _adding(_ object: any PersistentModel, to _: consuming Self) -> Self? { object as? Self }
  /// Nil: one model is no list.
  public func _addition(to models: [AnyObject]) -> (any PersistentModel)? { nil }
  /// The first model, or nil.
  public static func _value(of objects: [any PersistentModel]) -> Self? { objects.first as? Self }
}

extension Optional: RelationshipValue where Wrapped: RelationshipValue {
  /// The model type at the other end.
  public static var _destination: any PersistentModel.Type { Wrapped._destination }
  /// Whether the wrapped type is an array.
  public static var _isToMany: Bool { Wrapped._isToMany }
  /// True.
  public static var _isOptional: Bool { true }
  /// The wrapped models; none for nil.
  public var _objects: [any PersistentModel] { self?._objects ?? [] }
  /// The number of the wrapped models; 0 for nil.
  public var _count: Int { self?._count ?? 0 }

  /// The wrapped value with a model appended.
  public static func _adding(_ object: any PersistentModel, to value: consuming Self) -> Self? {
    switch consume value {
    case .some(let wrapped): .some(Wrapped._adding(object, to: wrapped))
    case .none: .some(Wrapped._value(of: [object]))
    }
  }

  /// The one model that the wrapped list has after the given ones; nil for nil.
  public func _addition(to models: [AnyObject]) -> (any PersistentModel)? { self?._addition(to: models) }
  /// The wrapped value; nil for a wrapped model if there is none.
  public static func _value(of objects: [any PersistentModel]) -> Self? { .some(Wrapped._value(of: objects)) }
}

extension Array: RelationshipValue where Element: PersistentModel {
  /// The element's type.
  public static var _destination: any PersistentModel.Type { Element.self }
  /// True.
  public static var _isToMany: Bool { true }
  /// False.
  public static var _isOptional: Bool { false }
  /// The models themselves.
  public var _objects: [any PersistentModel] { self }
  /// The number of models.
  public var _count: Int { count }

  /// The models with one appended.
  public static func _adding(_ object: any PersistentModel, to value: consuming Self) -> Self? {
    // Sound: the model is at the other end of the relationship that refers back to its owner's type.
    value.append(unsafeDowncast(object, to: Element.self))
    return value
  }

  /// The last model, if those before it are the given ones.
  public func _addition(to models: [AnyObject]) -> (any PersistentModel)? {
    guard let last, count == models.count + 1 else { return nil }
    // Both are arrays of references, each of which is an address.
    let isSame = withUnsafeBytes { own in
      models.withUnsafeBytes { other in
        guard let own = own.baseAddress, let others = other.baseAddress else { return true }
        return memcmp(own, others, other.count) == 0
      }
    }
    return isSame ? last : nil
  }

  /// The models, in order.
  public static func _value(of objects: [any PersistentModel]) -> Self? {
    // Sound: the models were looked up under the entity that the relationship refers to.
    objects.map { unsafeDowncast($0, to: Element.self) }
  }
}

/// A collection that is the value of a relationship to any number of models.
///
/// Source: SwiftData, `RelationshipCollection`.
public protocol RelationshipCollection {
  /// The model type at the other end.
  associatedtype PersistentElement: PersistentModel
}

extension Array: RelationshipCollection where Element: PersistentModel {
  /// The element's type.
  public typealias PersistentElement = Element
}

extension Optional: RelationshipCollection where Wrapped: RelationshipCollection {
  /// The wrapped collection's element type.
  public typealias PersistentElement = Wrapped.PersistentElement
}
