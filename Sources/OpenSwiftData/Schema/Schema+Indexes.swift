extension Schema {
  /// The indexes of a model type, as `#Index` declares them.
  ///
  /// Source: SwiftData, `Schema.Index`.
  public struct Index<T: PersistentModel> {
    /// The kinds of index.
    public enum Types<Model: PersistentModel> {
      /// An ordered index over properties.
      case binary([PartialKeyPath<Model>])
      /// An index for regions; here an ordered one over the same properties.
      case rtree([PartialKeyPath<Model>])
    }

    /// The properties of each index.
    public let indices: [[PartialKeyPath<T>]]

    /// Creates a description of ordered indexes.
    public init(_ indices: [PartialKeyPath<T>]...) { self.indices = indices }

    /// Creates a description of indexes of given kinds.
    public init(_ indices: Types<T>...) { self.indices = indices.map(\.keyPaths) }
  }

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

extension Schema.Index.Types {
  var keyPaths: [PartialKeyPath<Model>] {
    switch self {
    case .binary(let keyPaths), .rtree(let keyPaths): keyPaths
    }
  }
}
