import Foundation
import SwiftData

/// The first version of the schema.
public enum SchemaV1: VersionedSchema {
  /// 1.0.0.
  public static let versionIdentifier = Schema.Version(1, 0, 0)

  /// The models of the version.
  public static var models: [any PersistentModel.Type] { [Item.self] }
}

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

/// The version that the app works with.
public typealias CurrentSchema = SchemaV1
/// An item of the current version.
public typealias Item = CurrentSchema.Item
