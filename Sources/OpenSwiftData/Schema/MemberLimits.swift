/// The least and the most models that a relationship to many may have.
struct MemberLimits: Sendable {
  private let least: Int
  /// 0 for any number.
  private let most: Int

  /// Nil if any number will do.
  init?(_ options: Schema.Relationship) {
    (least, most) = (options.minimumModelCount ?? 0, options.maximumModelCount ?? 0)
    guard least > 0 || most > 0 else { return nil }
  }

  /// Refuses too few and too many models.
  ///
  /// - Throws: `SwiftDataError.relationshipCount`, with the name of the relationship.
  func check(_ count: Int, of relation: Relation) throws {
    if count < least { throw SwiftDataError.relationshipCount(relation.fullName, count, "at least \(least)") }
    if most > 0, count > most { throw SwiftDataError.relationshipCount(relation.fullName, count, "at most \(most)") }
  }
}

extension Relation {
  /// The name of the relationship with that of its entity.
  var fullName: String { "\(owner.entityName).\(property.name)" }
}
