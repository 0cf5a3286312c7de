/// A collection that a relationship to any number of models has as its value.
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
