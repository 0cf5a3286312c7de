extension ModelContext {
  /// Takes note of a change of a property that is about to be made; called for each, not once per save.
  func willChange(_ model: any PersistentModel, slot: Int) {
    noteUnsavedChange()
    let property = type(of: model)._$properties.all[slot]
    guard recordsUndo, !model._$record.isDeleted, !(property is RelationshipProperty) else { return }
    let giveBack = property.restoration(of: model)
    registerUndo { $0.restore(property, of: model, giveBack) }
  }

  private func restore(_ property: ModelProperty, of model: any PersistentModel, _ giveBack: () -> Void) {
    guard isUsable(model) else { return }
    model._$record.noteChange(of: model, slot: property.slot)
    giveBack()
  }

  /// Whether a model is in the context, and neither deleted here nor by others.
  func isUsable(_ model: any PersistentModel) -> Bool {
    let record = model._$record
    guard record.link === link else { return false }
    if record.isFault { fill(model) }
    return !record.isDeleted
  }
}
