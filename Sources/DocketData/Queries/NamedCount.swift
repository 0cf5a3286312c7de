import SwiftData

/// A tag or a list, and how many open items it has.
public struct NamedCount: Hashable, Sendable, Identifiable {
  /// The identity of the tag or list.
  public let id: PersistentIdentifier
  /// Its name.
  public let name: String
  /// How many open items have the tag, or are on the list.
  public let count: Int
}
