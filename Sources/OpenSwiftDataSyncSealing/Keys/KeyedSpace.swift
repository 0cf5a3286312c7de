import OpenSwiftDataSync

/// A space as its members know it: which one, what it is called, and its key.
public struct KeyedSpace: Sendable, Equatable {
  /// The space.
  public var space: SyncIdentity
  /// What people call it: any text.
  public var name: String
  /// The key.
  public var key: SpaceKey

  /// A space with its name and key.
  public init(space: SyncIdentity, name: String, key: SpaceKey) {
    self.space = space
    self.name = name
    self.key = key
  }
}
