/// The long list of a relationship that was last set to have one model more, as it was set.
///
/// `model.list.append(…)` is a read of the whole list and a setting of the whole list. Kept between the two, the array is
/// given to the reader, who then has the only reference and appends in place, and compared with what is set, so that one
/// more model costs a comparison of addresses instead of a look-up of every model.
final class ListAtHand {
  /// The list of one relationship of one model.
  struct List {
    /// What the owner's record knows of the list: the record forgets it with any other change of its relationships.
    let growing: GrowingList
    /// The models of the list, kept so that no other object gets the address of one.
    fileprivate var models: [AnyObject]
    /// The value of the property, until it is read.
    fileprivate var value: Any?

    /// Notes the new value.
    mutating func grow(by model: any PersistentModel, to value: some RelationshipValue) {
      models.append(model)
      self.value = value
    }
  }

  private var list: List?

  /// How many models the list has; nil if no list is kept.
  var count: Int? { list?.models.count }

  /// Forgets the list: something else was changed.
  func forget() { list = nil }

  func keep(_ newList: List) { list = newList }

  /// Keeps a value as it was just set.
  func keep(_ value: some RelationshipValue, _ growing: GrowingList) {
    list = List(growing: growing, models: value._objects, value: value)
  }

  /// Takes the list out, so that it has one owner while it grows.
  func take() -> List? {
    defer { list = nil }
    return list
  }

  /// The value of a relationship, if it was just set to be that; the next reader gets none.
  func takeValue<Value: RelationshipValue>(_ growing: GrowingList, _ property: RelationshipProperty) -> Value? {
    guard let list, list.growing === growing, growing.isThat(of: property, count: list.models.count) else { return nil }
    let value = list.value as? Value
    self.list?.value = nil
    return value
  }

  /// The model that a new value has at its end, if that is all in which it differs from the list.
  ///
  /// - Complexity: O(n) comparisons of addresses.
  func addition(in value: some RelationshipValue, _ growing: GrowingList) -> (any PersistentModel)? {
    guard let list, list.growing === growing else { return nil }
    return value._addition(to: list.models)
  }
}
