/// Updates the relationships that share an inverse, see `SharedInverse`.
///
/// Each is stored by itself; the center of a model refers to an owner as long as one of the owner's branches refers to
/// the model.
extension RelationshipGraph {
  /// Updates the others after one was changed; the key 0 is none.
  func follow(
    _ shared: SharedInverse, _ relation: Relation, of model: any PersistentModel, from removed: [Int64],
    to added: [Int64]
  ) {
    let isCenter = relation.property === shared.center
    for key in removed where key != 0 {
      guard let target = target(key, of: relation) else { continue }
      if isCenter { empty(shared.branches, of: target, of: model) } else { release(target, from: model, shared) }
    }
    for key in added where key != 0 {
      guard let target = target(key, of: relation) else { continue }
      if isCenter { enter(model, target, shared) } else { claim(target, for: model, shared) }
    }
  }

  /// Takes a model that was never saved out of the relationships of the others.
  ///
  /// A saved model is hidden at once and taken out by the save, so it is in its lists again if the deletion is undone.
  func release(_ model: any PersistentModel, _ shared: SharedInverse, _ relation: Relation) {
    guard model._$record.state == .inserted else { return }
    for key in keys(of: model, relation.property) {
      guard let target = target(key, of: relation) else { continue }
      empty(relation.property === shared.center ? shared.branches : [shared.center], of: target, of: model)
    }
  }

  /// Puts a model into the first branch of its new owner, unless it is in one already.
  private func enter(_ model: any PersistentModel, _ owner: any PersistentModel, _ shared: SharedInverse) {
    let key = model._$record.key
    guard let branch = shared.branches.first,
      !shared.branches.dropFirst().contains(where: { keys(of: owner, $0).contains(key) }), !has(owner, key, branch),
      !shared.branches.contains(where: { isHeld(model, by: owner, $0) })
    else { return }
    guard !branch.isToMany else { return append(key, to: branch, of: owner) }
    let displaced = keys(of: owner, branch).first
    assign(.one(key), branch, of: owner)
    guard let displaced, let former = target(displaced, branch) else { return }
    release(former, from: owner, shared)
  }

  /// Whether a relationship refers to a key; a long list that keeps growing is searched once.
  private func has(_ model: any PersistentModel, _ key: Int64, _ property: RelationshipProperty) -> Bool {
    if !model._$record.isRead(property) { _ = reader.related(to: model, slot: property.slot) }
    return model._$record.hasKey(key, in: property)
  }

  /// Whether the variable of a model that is being inserted holds another one.
  private func isHeld(
    _ model: any PersistentModel, by owner: any PersistentModel, _ property: RelationshipProperty
  ) -> Bool {
    guard owner._$record.state == .inserted else { return false }
    return property.objects(in: owner)?.contains { $0 === model } == true
  }

  private func empty(
    _ properties: [RelationshipProperty], of owner: any PersistentModel, of model: any PersistentModel
  ) {
    let key = model._$record.key
    for property in properties {
      let old = keys(of: owner, property)
      guard old.contains(key) else { continue }
      assign(property.isToMany ? .many(old.filter { $0 != key }) : .one(0), property, of: owner)
    }
  }

  /// Clears a member's center if no branch of the owner has it any more.
  private func release(_ member: any PersistentModel, from owner: any PersistentModel, _ shared: SharedInverse) {
    let key = member._$record.key
    guard !shared.branches.contains(where: { keys(of: owner, $0).contains(key) }) else { return }
    empty([shared.center], of: member, of: owner)
  }

  /// Sets a member's center to its new owner, and removes it from the branches of the former one.
  private func claim(_ member: any PersistentModel, for owner: any PersistentModel, _ shared: SharedInverse) {
    let (center, key) = (shared.center, owner._$record.key)
    let old = keys(of: member, center)
    guard !old.contains(key) else { return }
    guard !center.isToMany else { return append(key, to: center, of: member) }
    assign(.one(key), center, of: member)
    guard let former = old.first.flatMap({ target($0, center) }) else { return }
    empty(shared.branches, of: former, of: member)
  }

  private func target(_ key: Int64, of relation: Relation) -> (any PersistentModel)? { target(key, relation.property) }

  /// The model at the other end with all its values, which are about to be changed; nil if it is gone.
  private func target(_ key: Int64, _ property: RelationshipProperty) -> (any PersistentModel)? {
    guard let table = try? store.table(for: property.target),
      let model = reader.target(key, table), !model._$record.isDeleted
    else { return nil }
    materializer.readBeforeChange(model)
    return model._$record.isDeleted ? nil : model
  }

  private func keys(of model: any PersistentModel, _ property: RelationshipProperty) -> [Int64] {
    if !model._$record.isRead(property) { _ = reader.related(to: model, slot: property.slot) }
    return model._$record.relation(property).keys
  }
}
