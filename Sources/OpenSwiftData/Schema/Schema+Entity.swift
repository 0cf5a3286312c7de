extension Schema {
  /// One kind of model: its name, its attributes and its table.
  ///
  /// Source: SwiftData, `Schema.Entity`.
  public struct Entity: Sendable {
    /// The name of the model type, which is the name of the table too.
    public var name: String { properties.entityName }

    /// The names of the stored properties, in the order of their declaration.
    public var storedPropertyNames: [String] { properties.all.map(\.name) }

    let properties: ModelProperties
  }
}
