extension ModelContainer {
  /// The identifier of the store that a configuration names, as it stands in identifiers, transactions and tokens.
  ///
  /// - Returns: nil if the container has no configuration of that name.
  ///
  /// Source: SwiftData, `ModelContainer.storeIdentifier(forConfigurationNamed:)`.
  public func storeIdentifier(forConfigurationNamed name: String) -> String? {
    storeIdentifiers[name]
  }
}
