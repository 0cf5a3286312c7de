import Foundation
import SwiftData

extension Item: Journaled {
  static var journalEntity: JournalEntity { .item }

  static let journalFields: [JournalField] = [
    .uid, .title, .notes, .timestamp, .created, .completed, .priority, .deadline, .dueDay, .position, .recurrence,
    .anchor, .extra, .tags, .list, .parent,
  ]

  var uniqueValue: UUID { uid }

  static func having(_ values: [UUID]) -> Predicate<Item> { #Predicate { values.contains($0.uid) } }

  static func lists(_ fields: [JournalField]) -> [PartialKeyPath<Item>] { fields.contains(.tags) ? [\.tags] : [] }

  func journalValue(_ field: JournalField) -> JournalValue {
    switch field {
    case .uid: .uuid(uid)
    case .title: .text(title)
    case .notes: .text(notes)
    case .timestamp: JournalValue(timestamp)
    case .created: JournalValue(createTimestamp)
    case .completed: JournalValue(completedAt)
    case .priority: .integer(Int64(priority.rawValue))
    case .deadline: JournalValue(deadline)
    case .dueDay: JournalValue(dueDay.map { Int64($0.rawValue) })
    case .position: .real(position)
    case .recurrence: JournalValue(recurrence?.rawValue)
    case .anchor: JournalValue(anchor?.rawValue)
    case .extra: JournalValue(extra?.rawValue)
    case .tags: .keys(tags.compactMap(\.persistentModelID.primaryKey))
    case .list: .keys([list?.persistentModelID.primaryKey].compactMap(\.self))
    case .parent: .keys([parent?.persistentModelID.primaryKey].compactMap(\.self))
    case .name, .query: .none
    }
  }

  func setJournalValue(_ field: JournalField, _ value: JournalValue, in context: ModelContext) {
    switch field {
    case .uid, .created, .name, .query: break
    case .title: title = value.text ?? title
    case .notes: notes = value.text ?? notes
    case .timestamp: timestamp = value.date ?? timestamp
    case .completed: completedAt = value.date
    case .priority: priority = value.integer.flatMap { Priority(rawValue: Int($0)) } ?? priority
    // A step of the second schema has no day: the last second of a day stands for it.
    case .deadline: dueAt = value.date
    case .dueDay: setDue(deadline, day: value.integer.flatMap { CalendarDay(rawValue: Int($0)) })
    case .position: position = value.real ?? position
    case .recurrence: recurrence = value.text.flatMap(Recurrence.init(rawValue:))
    case .anchor: anchor = value.text.flatMap(Due.init(rawValue:))
    case .extra: extra = value.text.map(ItemExtra.init(rawValue:))
    case .tags: tags = context.rows(of: ItemTag.self, value.keys)
    case .list: list = context.rows(of: ItemList.self, value.keys).first
    case .parent: parent = context.rows(of: Item.self, value.keys).first
    }
  }

  static func make(_ values: [JournalField: JournalValue]) -> Item? {
    guard let uid = values[.uid]?.uuid, let title = values[.title]?.text, let timestamp = values[.timestamp]?.date,
      let created = values[.created]?.date, let position = values[.position]?.real
    else { return nil }
    return Item(title: title, timestamp: timestamp, createTimestamp: created, uid: uid, position: position)
  }
}

extension ModelContext {
  /// The models with some keys; missing rows are left out.
  fileprivate func rows<Model: PersistentModel>(of type: Model.Type, _ keys: [Int64]) -> [Model] {
    keys.compactMap { key in
      guard let id = try? container.identifier(of: type, primaryKey: key) else { return nil }
      return try? fetchModel(for: id)
    }
  }
}

extension ItemTag: ItemLabel {
  static var journalEntity: JournalEntity { .tag }
  static var noun: String { "tag" }

  static func having(_ values: [String]) -> Predicate<ItemTag> { #Predicate { values.contains($0.key) } }

  static func missing(_ name: String) -> ItemError { .noSuchTag(name) }
}

extension ItemList: ItemLabel {
  static var journalEntity: JournalEntity { .list }
  static var noun: String { "list" }

  static func having(_ values: [String]) -> Predicate<ItemList> { #Predicate { values.contains($0.key) } }

  static func missing(_ name: String) -> ItemError { .noSuchList(name) }
}

extension SavedFilter: Named {
  static var journalEntity: JournalEntity { .filter }
  static let journalFields: [JournalField] = [.name, .query, .position]
  static var noun: String { "filter" }

  var uniqueValue: String { key }

  static func having(_ values: [String]) -> Predicate<SavedFilter> { #Predicate { values.contains($0.key) } }

  func journalValue(_ field: JournalField) -> JournalValue {
    switch field {
    case .name: .text(name)
    case .query: .text(query)
    case .position: .real(position)
    default: .none
    }
  }

  func setJournalValue(_ field: JournalField, _ value: JournalValue, in _: ModelContext) {
    switch field {
    case .name: value.text.flatMap { try? ListName($0) }.map(rename)
    case .query: query = value.text ?? query
    case .position: position = value.real ?? position
    default: break
    }
  }

  static func make(_ values: [JournalField: JournalValue]) -> SavedFilter? {
    guard let name = values[.name]?.text.flatMap({ try? ListName($0) }), let query = values[.query]?.text,
      let position = values[.position]?.real
    else { return nil }
    return SavedFilter(name, query: query, position: position)
  }

  static func missing(_ name: String) -> ItemError { .noSuchFilter(name) }
}
