extension SaveTransaction {
  /// Refuses relationships with too few or too many models.
  func checkRelationships(of models: [any PersistentModel]) throws {
    for model in models {
      for relation in try table(of: model).relations where isWritten(relation, of: model) {
        try check(relation, of: model)
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
    let name = "\(relation.owner.entityName).\(relation.property.name)"
    if !relation.property.allowsNone, count == 0 { throw SwiftDataError.missingTarget(name) }
    guard relation.isToMany else { return }
    let (least, most) = (
      relation.property.options.minimumModelCount ?? 0, relation.property.options.maximumModelCount ?? 0
    )
    if count < least { throw SwiftDataError.relationshipCount(name, count, "at least \(least)") }
    if most > 0, count > most { throw SwiftDataError.relationshipCount(name, count, "at most \(most)") }
  }
}
