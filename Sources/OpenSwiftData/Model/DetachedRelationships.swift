import DocketLocking

/// Relationships between models without a context: their variables hold each other.
///
/// Both ends hold the other, because inserting either inserts both. Like any reference cycle, it ends when one end is
/// cleared, or when the models are inserted.
extension ModelRecord {
  /// Sets a relationship of a model without a context, and its inverse.
  ///
  /// - Parameter assign: sets the variable.
  func relateDetached(
    _ model: any PersistentModel, slot: Int, to new: [any PersistentModel], _ assign: () -> Void
  ) {
    let properties = type(of: model)._$properties
    guard let property = properties.all[slot] as? RelationshipProperty,
      let ends = DetachedEnds.of(property, in: properties)
    else { return assign() }
    let old = property.objects(in: model) ?? []
    setGrowingList(nil)
    assign()
    // Mostly one is added at the end.
    let head = zip(old, new).prefix { $0 === $1 }.count
    let (before, after) = (Set(old.dropFirst(head).map { ObjectIdentifier($0) }), new.dropFirst(head))
    let kept: Set<ObjectIdentifier> = before.isEmpty ? [] : Set(new.map { ObjectIdentifier($0) })
    for object in old.dropFirst(head) where !kept.contains(ObjectIdentifier(object)) {
      guard !ends.near.contains(where: { holds(object, $0, of: model) }) else { continue }
      object._$record.removeDetached(model, ends.far, of: object)
    }
    for object in after where !before.contains(ObjectIdentifier(object)) {
      object._$record.addDetached(model, ends, of: object)
    }
  }

  /// Adds a model to the first relationship of the far end, unless one of them holds it.
  private func addDetached(_ other: any PersistentModel, _ ends: DetachedEnds, of model: any PersistentModel) {
    guard state == .detached, let property = ends.far.first, !ends.far.contains(where: { holds(other, $0, of: model) })
    else { return }
    if !property.isToMany, let former = property.objects(in: model)?.first {
      former._$record.removeDetached(model, ends.near, of: former)
    }
    let known = growingList
    property.withMutation(of: model) { property.holdAlso(other, in: model) }
    known?.insert(Self.address(of: other))
    setGrowingList(known)
  }

  private func removeDetached(
    _ other: any PersistentModel, _ properties: [RelationshipProperty], of model: any PersistentModel
  ) {
    guard state == .detached else { return }
    for property in properties {
      guard let objects = property.objects(in: model), objects.contains(where: { $0 === other }) else { continue }
      setGrowingList(nil)
      property.withMutation(of: model) { property.hold(objects.filter { $0 !== other }, in: model) }
    }
  }

  /// - Complexity: a long list that keeps growing is searched once.
  private func holds(
    _ other: any PersistentModel, _ property: RelationshipProperty, of model: any PersistentModel
  ) -> Bool {
    let count = property.objectCount(in: model)
    if growingList?.isThat(of: property, count: count) != true {
      let objects = property.objects(in: model) ?? []
      guard count >= GrowingList.minCount else { return objects.contains { $0 === other } }
      setGrowingList(GrowingList(property, objects.map(Self.address)))
    }
    return growingList?.contains(Self.address(of: other)) == true
  }

  private static func address(of model: any PersistentModel) -> Int64 {
    Int64(Int(bitPattern: ObjectIdentifier(model)))
  }
}

/// The relationships at both ends, inferred from the two model types; one end has several for a `SharedInverse`.
private struct DetachedEnds {
  let near: [RelationshipProperty]
  /// The first receives what is added from the near end.
  let far: [RelationshipProperty]

  private static let known = Lock<[ObjectIdentifier: DetachedEnds?]>([:])

  /// - Returns: nil if the relationship has no inverse.
  static func of(_ property: RelationshipProperty, in properties: ModelProperties) -> DetachedEnds? {
    if let ends = known.withLock({ $0[ObjectIdentifier(property)] }) { return ends }
    // A relationship belongs to the class that declares it.
    var owner = properties
    while let superclass = owner.superclass, superclass.contains(property) { owner = superclass }
    let target = property.target._$properties
    let ends = DetachedEnds(property, InverseInference(owner === target ? [owner] : [owner, target]))
    known.withLock { $0[ObjectIdentifier(property)] = .some(ends) }
    return ends
  }

  private init?(_ property: RelationshipProperty, _ inverses: InverseInference) {
    if let shared = inverses.sharedInverse(of: property) {
      let isCenter = property === shared.center
      (near, far) = isCenter ? ([property], shared.branches) : (shared.branches, [shared.center])
    } else if let inverse = inverses.inverse(of: property) {
      (near, far) = ([property], [inverse])
    } else {
      return nil
    }
  }
}
