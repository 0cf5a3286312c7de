extension PersistentIdentifier: Identifiable {
  /// The identifier itself.
  public var id: PersistentIdentifier { self }
}
