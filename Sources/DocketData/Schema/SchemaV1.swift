import Foundation
import SwiftData

/// The first version of the schema: an item with a title and two dates; frozen, to migrate its stores.
enum SchemaV1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Item.self] }

  static let versionIdentifier = Schema.Version(1, 0, 0)
}

extension SchemaV1 {
  @Model
  final class Item {
    #Index<Item>([\.timestamp], [\.createTimestamp])

    var title: String
    /// When it was marked as current last; changes did not count as updates yet.
    var timestamp: Date
    var createTimestamp: Date

    init(title: String, timestamp: Date, createTimestamp: Date) {
      self.title = title
      self.timestamp = timestamp
      self.createTimestamp = createTimestamp
    }
  }
}
