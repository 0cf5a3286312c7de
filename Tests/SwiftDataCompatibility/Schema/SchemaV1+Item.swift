import Foundation
import SwiftData

extension SchemaV1 {
  /// Something with a date.
  @Model
  public final class Item {
    /// When it happened.
    public var timestamp: Date
    /// When it was added.
    public private(set) var createTimestamp: Date
    /// What it is about.
    public var title = ""

    /// Creates an item without a title.
    public init(timestamp: Date) {
      self.timestamp = timestamp
      createTimestamp = timestamp
    }

    /// Creates an item.
    public init(title: String, timestamp: Date) {
      self.title = title
      self.timestamp = timestamp
      self.createTimestamp = timestamp
    }
  }
}
