import Foundation
import SwiftData

/// The first version of the schema: an item with a title and two dates.
public enum SchemaV1: VersionedSchema {
  /// The model types of this version.
  public static var models: [any PersistentModel.Type] { [Item.self] }

  /// 1.0.0, written into every store of this version.
  public static let versionIdentifier = Schema.Version(1, 0, 0)
}

extension SchemaV1 {
  /// An item of the list.
  @Model
  public final class Item {
    #Index<Item>([\.timestamp], [\.createTimestamp])

    /// The title; never empty.
    public var title: String
    /// When it was marked as current last; changes did not count as updates yet.
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
