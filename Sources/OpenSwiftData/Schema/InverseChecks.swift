import DocketLocking

extension Schema {
  /// Throws `SwiftDataError.unsupportedKeyPath` if a relationship that is named as an inverse can't be one.
  func checkInverses() throws {
    let all = entities.map(\.properties)
    for entity in all {
      for property in entity.ownRelationships { try check(property, of: entity) }
    }
    // One may be the inverse of several, but not the other way round too.
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
      return InverseWarnings.warnOfInconsistency(property, of: entity, inverse)
    }
  }

  /// Whether a relationship refers to a class, or to one above or below it.
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

/// Warns of relationships whose inverse is not kept consistent, each once in a process.
enum InverseWarnings {
  /// Receives every warning instead of standard error.
  @TaskLocal static var receiver: (@Sendable (String) -> Void)?
  private static let told = Lock<Set<String>>([])

  /// Warns of an inverse that is not declared in exactly the class that the relationship refers to, or that does not
  /// refer to exactly the class that declares the relationship.
  static func warnOfInconsistency(
    _ property: RelationshipProperty, of entity: ModelProperties, _ inverse: RelationshipProperty
  ) {
    let name = "\(entity.entityName).\(property.name)"
    let line =
      "the inverse of \(name), \(inverse.name), is not kept in step with it: an inverse is declared in exactly the class "
      + "that the relationship leads to, and leads to exactly the class that declares the relationship"
    tell(line, of: name)
  }

  /// Warns of lists with one inverse that a store kept as one list, and that are separate from now on.
  static func warnOfSeparation(_ lists: MergedLists, in location: String) {
    let names = lists.names.dropLast().joined(separator: ", ") + " and " + lists.names.suffix(1).joined()
    let line =
      "\(location) had \(names) in one place, and does not say which of them \(lists.members) "
      + "\(lists.count == 1 ? "was put into: the one member is" : "were put into: all \(lists.count) members are") in "
      + "each of them now, as they were shown before; from now on each list has its own"
    tell(line, of: "\(location) \(names)")
  }

  private static func tell(_ line: String, of name: String) {
    if let receiver { return receiver(line) }
    guard told.withLock({ $0.insert(name).inserted }) else { return }
    SQLLog.write(line)
  }
}
