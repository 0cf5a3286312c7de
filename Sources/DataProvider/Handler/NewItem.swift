import Foundation

/// The values of an item that is to be added.
public struct NewItem: Hashable, Sendable {
  /// What it is about.
  public let title: String
  /// When it was added.
  public let timestamp: Date

  /// Creates the values of an item.
  public init(title: String, timestamp: Date) {
    self.title = title
    self.timestamp = timestamp
  }
}
