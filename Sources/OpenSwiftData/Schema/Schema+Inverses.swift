extension Schema {
  /// Refuses an inverse that is named and can't be one.
  ///
  /// - Throws: `SwiftDataError.unsupportedKeyPath`.
  func checkInverses() throws {
    for entity in entities.map(\.properties) {
      for property in entity.ownRelationships { try check(property, of: entity) }
    }
  }

  private func check(_ property: RelationshipProperty, of entity: ModelProperties) throws {
    guard let keyPath = property.options.inverseKeyPath else { return }
    let inverse = property.target._$properties.property(for: keyPath) as? RelationshipProperty
    guard let inverse, leads(inverse, to: entity) else {
      throw SwiftDataError.unsupportedKeyPath(
        "The inverse of \(entity.entityName).\(property.name) is no relationship of "
          + "\(property.target._$properties.entityName) that leads back to \(entity.entityName).")
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
