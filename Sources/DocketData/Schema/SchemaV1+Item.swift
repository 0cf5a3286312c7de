import Foundation
import SwiftData

extension SchemaV1 {
  /// One thing to keep in mind.
  @Model
  public final class Item {
    #Index<Item>([\.timestamp], [\.createTimestamp])

    /// What it is about; never empty.
    public var title: String
    /// When it was last said to be current; what counts as an update today, every change, did not yet.
    public var timestamp: Date
    /// When it was added.
    public private(set) var createTimestamp: Date

    /// Creates an item.
    public init(title: String, timestamp: Date, createTimestamp: Date) {
      self.title = title
      self.timestamp = timestamp
      self.createTimestamp = createTimestamp
    }
  }
}
