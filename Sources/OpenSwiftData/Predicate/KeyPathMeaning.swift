/// What a key path of a model type names.
enum KeyPathMeaning: Sendable {
  case property(ModelProperty)
  case identifier
  /// Something that only Swift knows, as a computed property.
  case unknown
}

extension ModelProperties {
  /// What a key path names.
  ///
  /// - Complexity: one look-up, except for the first time that a key path through a protocol is met.
  func meaning(of keyPath: AnyKeyPath) -> KeyPathMeaning {
    if let property = property(for: keyPath) { return .property(property) }
    if namesIdentifier(keyPath) { return .identifier }
    return RequirementKeyPaths.meaning(of: keyPath, in: self)
  }

  /// A model may have an `id` of its own, of any type.
  private func namesIdentifier(_ keyPath: AnyKeyPath) -> Bool {
    guard type(of: keyPath).valueType == PersistentIdentifier.self else { return false }
    return isIdentifier(keyPath) || KeyPathComponent(keyPath).isModelIdentifier
  }
}
