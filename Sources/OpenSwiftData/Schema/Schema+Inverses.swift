extension Schema {
  /// Refuses an inverse that is named and can't be one.
  ///
  /// - Throws: `SwiftDataError.unsupportedKeyPath`.
  func checkInverses() throws {
    let all = entities.map(\.properties)
    for entity in all {
      for property in entity.ownRelationships { try check(property, of: entity) }
    }
    // One may be the inverse of several, but not the other way round as well.
    guard let names = InverseInference(all).tangles.first else { return }
    throw SwiftDataError.unsupportedKeyPath(
      "The relationships \(names.joined(separator: ", ")) name each other as inverses in such a way that several share "
        + "one inverse and have several themselves, so a change of one does not say which others change: leave out "
        + "inverse: until each is linked to one other, or one of them to all others.")
  }

  private func check(_ property: RelationshipProperty, of entity: ModelProperties) throws {
    guard let keyPath = property.options.inverseKeyPath else { return }
    let inverse = property.target._$properties.property(for: keyPath) as? RelationshipProperty
    guard let inverse, leads(inverse, to: entity) else {
      throw SwiftDataError.unsupportedKeyPath(
        "The inverse of \(entity.entityName).\(property.name) is no relationship of "
          + "\(property.target._$properties.entityName) that leads back to \(entity.entityName).")
    }
    let destination = property.target._$properties
    guard inverse.target == entity.modelType, destination.own.contains(where: { $0 === inverse }) else {
      return InverseNotes.noteUnkept(property, of: entity, inverse)
    }
  }

  /// Whether a relationship leads to a class, or to one above or below it.
  private func leads(_ inverse: RelationshipProperty, to entity: ModelProperties) -> Bool {
    let target = inverse.target._$properties
    return target.isOrInherits(from: entity) || entity.isOrInherits(from: target)
  }
}

extension ModelProperties {
  fileprivate func isOrInherits(from other: ModelProperties) -> Bool {
    self === other || superclass?.isOrInherits(from: other) ?? false
  }
}
