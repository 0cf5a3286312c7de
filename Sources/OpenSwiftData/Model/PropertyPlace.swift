/// Where a property is found in a model and kept in the store.
struct PropertyPlace {
  /// The property's name.
  let name: String
  /// The number among all properties of the model type, inherited ones included.
  let slot: Int
  /// The subclass that declares the property; nil for a property of a model type without a superclass.
  let owner: String?

  /// The name that the store knows the property by.
  ///
  /// The classes of a hierarchy share one table, and two of them may call a property alike.
  var storedName: String { owner.map { "\($0).\(name)" } ?? name }
}
