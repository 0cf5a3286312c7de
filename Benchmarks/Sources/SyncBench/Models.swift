import Foundation
import OpenSwiftData

/// An item with what docket's have: a unique identifier, dates, texts with an index, and eight indexes.
@Model
final class Item {
  #Index<Item>(
    [\.timestamp], [\.createTimestamp], [\.title], [\.deadline], [\.priority], [\.position],
    [\.completedAt, \.deadline], [\.completedAt, \.timestamp], [\.completedAt, \.position])
  #FullTextIndex<Item>(\.title, \.notes)

  @Attribute(.unique) var uid: UUID
  var title: String
  var notes: String
  var timestamp: Date
  var createTimestamp: Date
  var completedAt: Date?
  var priority: Int
  var deadline: Date
  var dueDay: Int?
  var position: Double
  var recurrence: String?
  var list: ItemList?
  var tags: [Tag] = []
  var parent: Item?
  @Relationship(deleteRule: .cascade, inverse: \Item.parent) var subitems: [Item] = []

  init(uid: UUID, title: String) {
    self.uid = uid
    self.title = title
    notes = ""
    timestamp = .distantPast
    createTimestamp = .distantPast
    priority = 0
    deadline = .distantFuture
    position = 0
  }
}

@Model
final class ItemList {
  @Attribute(.unique) var key: String
  var name: String
  @Relationship(inverse: \Item.list) var items: [Item] = []

  init(_ name: String) {
    key = name.lowercased()
    self.name = name
  }
}

@Model
final class Tag {
  @Attribute(.unique) var key: String
  var name: String
  @Relationship(inverse: \Item.tags) var items: [Item] = []

  init(_ name: String) {
    key = name.lowercased()
    self.name = name
  }
}
