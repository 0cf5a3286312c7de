/// The long list that a model was last appended to, kept so that appending again is cheap.
///
/// `model.list.append(…)` reads and sets the whole list. The reader gets the only reference to the kept array, so it
/// appends in place; then the two are compared by address instead of by looking up every model.
struct AppendedList {
  struct List {
    /// The one of the owner's record, which drops it with any other change of its relationships.
    let growing: GrowingList
    /// Kept so that no other object gets the address of one.
    fileprivate var models: [AnyObject]
    /// The value of the property, until it is read.
    fileprivate var value: Any?

    mutating func grow(by model: any PersistentModel, to value: some RelationshipValue) {
      models.append(model)
      self.value = value
    }
  }

  private var list: List?

  var count: Int? { list?.models.count }

  /// Called at any other change.
  mutating func forget() { list = nil }

  mutating func keep(_ newList: List) { list = newList }

  mutating func keep(_ value: some RelationshipValue, _ growing: GrowingList) {
    list = List(growing: growing, models: value._objects, value: value)
  }

  /// Takes the list out, so that it has one owner while it grows.
  mutating func take() -> List? {
    defer { list = nil }
    return list
  }

  mutating func takeValue<Value: RelationshipValue>(_ growing: GrowingList, _ property: RelationshipProperty) -> Value?
  {
    guard let list, list.growing === growing, growing.isThat(of: property, count: list.models.count) else { return nil }
    let value = list.value as? Value
    self.list?.value = nil
    return value
  }

  /// The model that a new value has appended; nil if it differs in any other way.
  ///
  /// - Complexity: O(n) comparisons of addresses.
  func addition(in value: some RelationshipValue, _ growing: GrowingList) -> (any PersistentModel)? {
    guard let list, list.growing === growing else { return nil }
    return value._addition(to: list.models)
  }
}
