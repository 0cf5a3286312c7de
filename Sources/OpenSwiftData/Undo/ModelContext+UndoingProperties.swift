extension ModelContext {
  /// Registers what gives a property the value that it has now, before it changes.
  func registerUndo(ofChanging model: any PersistentModel, slot: Int) {
    guard recordsUndo else { return }
    let property = type(of: model)._$properties.all[slot]
    guard !model._$record.isDeleted, !(property is RelationshipProperty) else { return }
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
