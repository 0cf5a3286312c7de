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

  static func lists(_ fields: [JournalField]) -> [PartialKeyPath<Item>] {
    fields.contains(.tags) ? [\.tags] : []
  }

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
    // A step of the second schema says no day: it is that of the last second of one.
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
