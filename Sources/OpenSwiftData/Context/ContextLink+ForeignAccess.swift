extension ContextLink {
  /// Reads a property on the context's executor.
  ///
  /// - Returns: nil if that could not be reached; the caller reads where it is then.
  func readElsewhere<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: KeyPath<Model, Value>, slot: Int
  ) -> Value? {
    // Sound: the caller waits while the executor uses these, and uses them again only after it is done.
    nonisolated(unsafe) let (model, keyPath) = (model, keyPath)
    nonisolated(unsafe) var value: Value?
    return reportAndHop(model, slot: slot) { value = model[keyPath: keyPath] } ? value : nil
  }

  /// Writes a property on the context's executor.
  ///
  /// - Returns: false if that could not be reached; the caller writes where it is then.
  func writeElsewhere<Model: PersistentModel, Value>(
    _ model: Model, _ keyPath: KeyPath<Model, Value>, slot: Int, _ newValue: Value
  ) -> Bool {
    guard let writable = keyPath as? ReferenceWritableKeyPath<Model, Value> else { return false }
    // Sound: the caller waits while the executor uses these, and uses them again only after it is done.
    nonisolated(unsafe) let (model, property, value) = (model, writable, newValue)
    return reportAndHop(model, slot: slot) { model[keyPath: property] = value }
  }
}
