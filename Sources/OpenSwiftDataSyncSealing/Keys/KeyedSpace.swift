import OpenSwiftDataSync

/// What keeps a space's content from whoever runs the place where it meets.
public enum SpaceProtection: Sendable, Equatable {
  /// Payloads are sealed with a key.
  case sealed(SpaceKey)
  /// Nothing does: payloads are JSON, for people who query them.
  case readable

  /// Whether payloads are readable.
  public var isReadable: Bool { self == .readable }
}

/// A space as its members know it: which one, what it is called, and its key if it has one.
public struct KeyedSpace: Sendable, Equatable {
  /// The space.
  public var space: SyncIdentity
  /// What people call it: any text.
  public var name: String
  /// The key, or that there is none.
  public var protection: SpaceProtection

  /// A space with its name and what protects it.
  public init(space: SyncIdentity, name: String, protection: SpaceProtection) {
    self.space = space
    self.name = name
    self.protection = protection
  }
}
