extension SaveTransaction {
  /// Refuses relationships with too few or too many models.
  func checkRelationships(of models: [any PersistentModel]) throws {
    for model in models {
      for relation in try table(of: model).relations where isWritten(relation, of: model) {
        try check(relation, of: model)
      }
    }
  }

  /// Has the lists with limits counted that models bring along: rows that are deleted by a predicate may still be in
  /// them.
  mutating func noteLimits(of models: [any PersistentModel]) throws {
    for model in models {
      let record = model._$record
      for relation in try table(of: model).relations where isWritten(relation, of: model) {
        limitedLists.note(relation, of: record.state == .inserted ? record.keyInSave : record.key)
      }
    }
  }

  /// Whether a relationship of a model is new or was changed.
  func isWritten(_ relation: Relation, of model: any PersistentModel) -> Bool {
    model._$record.state == .inserted || model._$record.dirty.contains(relation.slot)
  }

  private func check(_ relation: Relation, of model: any PersistentModel) throws {
    // A model that was never saved may have been deleted without a word to this end, if that was the rule.
    let count = model._$record.relation(relation.property).keys
      .count { $0 > 0 || context.keyInSave(of: $0, relation.property.target) != nil }
    if !relation.property.allowsNone, count == 0 { throw SwiftDataError.missingTarget(relation.fullName) }
    try relation.property.memberLimits?.check(count, of: relation)
  }
}
