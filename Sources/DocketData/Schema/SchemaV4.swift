import Foundation
import SwiftData

/// The fourth version of the schema: one index less, which another one covers.
///
/// Frozen, to migrate its stores; the current version says what the properties mean.
enum SchemaV4: VersionedSchema {
  static var models: [any PersistentModel.Type] {
    [Item.self, Tag.self, ItemList.self, SavedFilter.self, JournalStep.self]
  }

  static let versionIdentifier = Schema.Version(4, 0, 0)
}

extension SchemaV4 {
  @Model
  final class Item {
    #Index<Item>(
      [\.timestamp], [\.createTimestamp], [\.title], [\.deadline], [\.priority], [\.position],
      [\.completedAt, \.deadline], [\.completedAt, \.timestamp], [\.completedAt, \.position])
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
    var position: Double = Position.atTheEnd()
    var recurrence: Recurrence?
    var anchor: Due?
    var extra: ItemExtra?
    @Relationship(deleteRule: .nullify, inverse: \Tag.items) var tags: [Tag] = []
    @Relationship(deleteRule: .nullify, inverse: \ItemList.items) var list: ItemList?
    var parent: Item?
    @Relationship(deleteRule: .cascade, inverse: \Item.parent) var subitems: [Item] = []

    init(title: String, timestamp: Date, createTimestamp: Date, position: Double) {
      self.title = title
      self.timestamp = timestamp
      self.createTimestamp = createTimestamp
      self.position = position
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
