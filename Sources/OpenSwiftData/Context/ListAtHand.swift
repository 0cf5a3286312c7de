/// The long list of a relationship that was last set to have one model more, as it was set.
///
/// `model.list.append(…)` is a read of the whole list and a setting of the whole list. Kept between the two, the array is
/// given to the reader, who then has the only reference and appends in place, and compared with what is set, so that one
/// more model costs a comparison of addresses instead of a look-up of every model.
struct ListAtHand {
  /// What the owner's record knows of the list: the record forgets it with any other change of its relationships.
  let growing: GrowingList
  /// The models of the list, kept so that no other object gets the address of one.
  private var models: [AnyObject]
  /// The value of the property, until somebody reads it.
  private var value: Any?

  init(_ growing: GrowingList, _ value: some RelationshipValue) {
    self.growing = growing
    models = value._objects
    self.value = value
  }

  var count: Int { models.count }

  /// The value of the property; the next reader gets none.
  mutating func take<Value: RelationshipValue>() -> Value? {
    defer { value = nil }
    return value as? Value
  }

  /// The model that a new value has at its end, if that is all in which it differs.
  ///
  /// - Complexity: O(n) comparisons of addresses.
  func addition(in value: some RelationshipValue) -> (any PersistentModel)? { value._addition(to: models) }

  /// Notes the new value.
  mutating func grow(by model: any PersistentModel, to value: some RelationshipValue) {
    models.append(model)
    self.value = value
  }
}

extension ModelContext {
  /// The value of a relationship, if it was just set to be that.
  func takeListAtHand<Value: RelationshipValue>(of record: ModelRecord, _ property: ModelProperty) -> Value? {
    guard let list = listAtHand, let growing = record.growingList, list.growing === growing,
      let property = property as? RelationshipProperty, growing.isThat(of: property, count: list.count)
    else { return nil }
    return listAtHand?.take()
  }

  /// Keeps the value of a list that was set to have one model more than before.
  func keepAtHand(_ value: some RelationshipValue, of model: any PersistentModel, _ property: RelationshipProperty) {
    let record = model._$record
    let keys = record.relation(property).keys
    guard keys.count >= GrowingList.shortest, keys.count == value._count, undoManager == nil else { return }
    let known = record.growingList.flatMap { $0.isThat(of: property, count: keys.count) ? $0 : nil }
    let growing = known ?? GrowingList(property, keys)
    record.growingList = growing
    listAtHand = ListAtHand(growing, value)
  }
}
