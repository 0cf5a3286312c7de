/// A type that a relationship's property may have: a model, an optional model, an array of models, an optional array.
///
/// The library conforms these types; it is not meant to be adopted by hand.
public protocol RelationshipValue {
  /// The model type at the other end.
  static var _destination: any PersistentModel.Type { get }

  /// Whether the property leads to any number of models.
  static var _isToMany: Bool { get }

  /// Whether the property may be nil.
  static var _isOptional: Bool { get }

  /// The models, in order.
  var _objects: [any PersistentModel] { get }

  /// The value that stands for these models.
  ///
  /// - Parameter objects: instances of the model type at the other end.
  /// - Returns: nil if the type can't say it: no model where there must be one.
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

  /// The first model, nil if there is none.
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

  /// Nil if there is no model, an array even then.
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

  /// The models, in order.
  public static func _value(of objects: [any PersistentModel]) -> Self? {
    // Sound: the models were looked up under the entity that the relationship leads to.
    objects.map { unsafeDowncast($0, to: Element.self) }
  }
}
