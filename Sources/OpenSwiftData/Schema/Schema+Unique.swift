extension Schema {
  /// The constraints of a model type, as `#Unique` declares them.
  ///
  /// Source: SwiftData, `Schema.Unique`.
  public struct Unique<T: PersistentModel> {
    /// The properties of each constraint: no two models share the values of all of them.
    public let constraints: [[PartialKeyPath<T>]]

    /// Creates a description of constraints.
    public init(_ constraints: [PartialKeyPath<T>]...) { self.constraints = constraints }
  }
}
