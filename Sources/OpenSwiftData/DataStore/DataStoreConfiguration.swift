/// What describes a store: its name, its models, and what the store itself needs to know.
///
/// Source: SwiftData, `DataStoreConfiguration`.
public protocol DataStoreConfiguration<Store>: Hashable {
  /// The type of store that it describes.
  associatedtype Store: DataStore where Store.Configuration == Self

  /// The configuration's name.
  var name: String { get }

  /// The models that the store keeps; nil for those of the container, which then sets it.
  var schema: Schema? { get set }

  /// Looks whether a store can be made from it.
  ///
  /// - Throws: what is wrong with it.
  func validate() throws
}

extension DataStoreConfiguration {
  /// Finds nothing wrong.
  public func validate() throws {}
}
