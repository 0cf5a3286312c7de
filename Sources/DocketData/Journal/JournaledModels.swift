import Foundation
import SwiftData

extension Item: Journaled {
  static var journalEntity: JournalEntity { .item }

  static let journalColumns: [JournalColumn<Item>] = [
    .attribute(.uid, \.uid, read: { .uuid($0) }, write: \.uuid),
    .attribute(.title, \.title, read: { .text($0) }, write: \.text),
    .attribute(.notes, \.notes, read: { .text($0) }, write: \.text),
    .attribute(.timestamp, \.timestamp, read: { JournalValue($0) }, write: \.date),
    .attribute(.created, \.createTimestamp, read: { JournalValue($0) }, write: \.date),
    .attribute(.completed, \.completedAt, read: { JournalValue($0) }, write: { .some($0.date) }),
    .attribute(.priority, \.priority, read: { JournalValue($0) }, write: { Priority($0) }),
    .attribute(.deadline, \.deadline, read: { JournalValue($0) }, write: \.date),
    .attribute(.dueDay, \.dueDay, read: { JournalValue($0) }, write: { .some(CalendarDay($0)) }),
    .attribute(.start, \.startMoment, read: { JournalValue($0) }, write: \.date),
    .attribute(.startDay, \.startDay, read: { JournalValue($0) }, write: { .some(CalendarDay($0)) }),
    .attribute(.position, \.orderKey, read: { .text($0.text) }, write: { $0.text.map(OrderKey.init(stored:)) }),
    .attribute(.recurrence, \.rule, read: { JournalValue($0) }, write: { .some(RecurrenceRule($0)) }),
    .attribute(.anchor, \.anchor, read: { JournalValue($0) }, write: { .some(Due($0)) }),
    .attribute(
      .extra, \.extra, read: { JournalValue($0?.rawValue) }, write: { .some($0.text.map(ItemExtra.init(rawValue:))) }),
    .list(.tags, \.tags), .reference(.list, \.list), .reference(.parent, \.parent),
    .list(.blockers, \.blockers, isOrdered: false), .list(.blocked, \.blocked, isOrdered: false),
  ]

  /// A step of the second schema has no day: the last second of a day stands for it.
  static func complete(_ batch: JournalBatch) -> JournalBatch {
    guard batch.fields.contains(.deadline), !batch.fields.contains(.dueDay) else { return batch }
    return batch.adding(.dueDay, from: .deadline) { deadline in
      JournalValue(deadline.date.flatMap { Due(typed: $0, in: .current).day })
    }
  }
}

extension ItemTag: ItemLabel {
  static var journalEntity: JournalEntity { .tag }
  static var noun: String { "tag" }

  static let journalColumns: [JournalColumn<ItemTag>] = [.name(\.name, key: \.key)]

  static func users(of tag: PersistentIdentifier) -> Predicate<Item> {
    #Predicate { $0.tags.contains { $0.persistentModelID == tag } }
  }

  static func having(keys: [String]) -> Predicate<ItemTag> { #Predicate { keys.contains($0.key) } }

  static func missing(_ name: String) -> ItemError { .noSuchTag(name) }
}

extension ItemList: ItemLabel {
  static var journalEntity: JournalEntity { .list }
  static var noun: String { "list" }

  static let journalColumns: [JournalColumn<ItemList>] = [.name(\.name, key: \.key)]

  static func users(of list: PersistentIdentifier) -> Predicate<Item> {
    #Predicate { $0.list?.persistentModelID == list }
  }

  static func having(keys: [String]) -> Predicate<ItemList> { #Predicate { keys.contains($0.key) } }

  static func missing(_ name: String) -> ItemError { .noSuchList(name) }
}

extension SavedFilter: Named {
  static var journalEntity: JournalEntity { .filter }
  static var noun: String { "filter" }

  static let journalColumns: [JournalColumn<SavedFilter>] = [
    .name(\.name, key: \.key),
    .attribute(.query, \.query, read: { .text($0) }, write: \.text),
    .attribute(.position, \.position, read: { .real($0) }, write: \.real),
  ]

  static func having(keys: [String]) -> Predicate<SavedFilter> { #Predicate { keys.contains($0.key) } }

  static func missing(_ name: String) -> ItemError { .noSuchFilter(name) }
}

// MARK: - Entities

extension JournalEntity {
  /// The model of its rows.
  var model: any Journaled.Type {
    switch self {
    case .item: Item.self
    case .tag: ItemTag.self
    case .list: ItemList.self
    case .filter: SavedFilter.self
    }
  }

  /// The fields that a row can have.
  var fields: [JournalField] { model.knownFields }
}

// MARK: - Values in the journal

extension JournalValue {
  init(_ priority: Priority) { self = .integer(Int64(priority.rawValue)) }
  init(_ day: CalendarDay?) { self.init(day.map { Int64($0.rawValue) }) }
  init(_ rule: RecurrenceRule?) { self.init(rule?.rawValue) }
  init(_ due: Due?) { self.init(due?.rawValue) }
}

extension Priority {
  init?(_ value: JournalValue) {
    guard let number = value.integer else { return nil }
    self.init(rawValue: Int(number))
  }
}

extension CalendarDay {
  init?(_ value: JournalValue) {
    guard let number = value.integer else { return nil }
    self.init(rawValue: Int(number))
  }
}

extension RecurrenceRule {
  init?(_ value: JournalValue) {
    guard let text = value.text else { return nil }
    self.init(rawValue: text)
  }
}

extension Due {
  init?(_ value: JournalValue) {
    guard let text = value.text else { return nil }
    self.init(rawValue: text)
  }
}
