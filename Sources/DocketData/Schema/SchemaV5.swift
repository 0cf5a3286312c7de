import Foundation
import SwiftData

/// The fifth version of the schema: the manual order by keys that never run out.
///
/// Frozen, to migrate its stores; the current version says what the properties mean.
enum SchemaV5: VersionedSchema {
  static var models: [any PersistentModel.Type] {
    [Item.self, Tag.self, ItemList.self, SavedFilter.self, JournalStep.self]
  }

  static let versionIdentifier = Schema.Version(5, 0, 0)
}

extension SchemaV5 {
  @Model
  final class Item {
    #Index<Item>(
      [\.timestamp], [\.createTimestamp], [\.title], [\.deadline], [\.priority], [\.orderKey, \.uid],
      [\.completedAt, \.deadline], [\.completedAt, \.timestamp], [\.completedAt, \.orderKey, \.uid])
    #FullTextIndex<Item>(\.title, \.notes)

    @Attribute(.unique) var uid: UUID = UUID.random()
    var title: String
    var notes: String = ""
    var timestamp: Date
    var createTimestamp: Date
    var completedAt: Date?
    var priority: Priority = Priority.none
    var deadline: Date = Date.distantFuture
    var dueDay: CalendarDay?
    @Attribute(originalName: "position") var orderKey: OrderKey = OrderKey.unplaced
    var recurrence: Recurrence?
    var anchor: Due?
    var extra: ItemExtra?
    @Relationship(deleteRule: .nullify, inverse: \Tag.items) var tags: [Tag] = []
    @Relationship(deleteRule: .nullify, inverse: \ItemList.items) var list: ItemList?
    var parent: Item?
    @Relationship(deleteRule: .cascade, inverse: \Item.parent) var subitems: [Item] = []

    init(title: String, timestamp: Date, createTimestamp: Date, orderKey: OrderKey = .unplaced) {
      self.title = title
      self.timestamp = timestamp
      self.createTimestamp = createTimestamp
      self.orderKey = orderKey
    }
  }

  @Model
  final class Tag {
    @Attribute(.unique) var key: String
    var name: String
    var items: [Item] = []

    init(_ name: TagName) {
      key = name.key
      self.name = name.text
    }
  }

  @Model
  final class ItemList {
    @Attribute(.unique) var key: String
    var name: String
    var items: [Item] = []

    init(_ name: ListName) {
      key = name.key
      self.name = name.text
    }
  }

  @Model
  final class SavedFilter {
    @Attribute(.unique) var key: String
    var name: String
    var query: String
    var position: Double

    init(_ name: ListName, query: String, position: Double = Position.atTheEnd()) {
      key = name.key
      self.name = name.text
      self.query = query
      self.position = position
    }
  }

  @Model
  final class JournalStep {
    #Index<JournalStep>([\.number], [\.state])

    var number: Int
    var author: String
    var date: Date
    var words: String
    var rowCount: Int
    var state: JournalState
    var lastTurnedBy: String?
    var lastTurnedAt: Date?
    var size: Int
    var changes: Data

    init(number: Int, author: String, date: Date, words: String, rowCount: Int, changes: Data) {
      self.number = number
      self.author = author
      self.date = date
      self.words = words
      self.rowCount = rowCount
      state = .done
      size = changes.count
      self.changes = changes
    }
  }
}
