import Foundation
import SwiftData

/// A copy of an item's values, which can be passed between actors.
public struct ItemValues: Hashable, Sendable, Identifiable {
  /// The item's identity.
  public let id: PersistentIdentifier
  /// The item's number, which people type.
  public let number: Int64
  /// What identifies the item in other stores and in files.
  public let uid: UUID
  /// The title.
  public let title: String
  /// The notes.
  public let notes: String
  /// When it was updated last: changed, or marked as current.
  public let timestamp: Date
  /// When it was added.
  public let createTimestamp: Date
  /// When it was done; nil while it is open.
  public let completedAt: Date?
  /// The priority.
  public let priority: Priority
  /// The due date, the last second of a day for a day; nil for none.
  public let dueAt: Date?
  /// The due date: a day or a moment; nil for none.
  public let due: Due?
  /// The start date: a day or a moment; nil for none.
  public let start: Due?
  /// How it repeats; nil if it does not.
  public let rule: RecurrenceRule?
  /// The first due date of its series; nil for its own.
  public let anchor: Due?
  /// The fields of other formats that an item has no place for; nil for none.
  public let extra: ItemExtra?
  /// The key of its place in the manual order.
  public let orderKey: OrderKey
  /// The names of its tags, in the order in which they were given.
  public let tags: [String]
  /// The name of its list, or nil.
  public let list: String?
  /// The identity of the parent item, or nil.
  public let parentID: PersistentIdentifier?
  /// The `uid` of the parent item, or nil.
  public let parentUID: UUID?
  /// The identities of the items that have to be done before it, by their numbers.
  public let blockerIDs: [PersistentIdentifier]
  /// Their `uid`s, in the same order.
  public let blockerUIDs: [UUID]

  /// The repeat interval; nil for none, or for a rule that says more.
  public var recurrence: Recurrence? { rule?.recurrence }
  /// Whether it is done.
  public var isDone: Bool { completedAt != nil }
  /// Whether it is open or done.
  public var state: ItemState { isDone ? .done : .open }
  /// The number of the parent item, or nil.
  public var parentNumber: Int64? { parentID?.primaryKey }

  /// Copies an item's values, on the executor of its context.
  public init(_ item: Item) {
    id = item.persistentModelID
    number = id.primaryKey ?? 0
    uid = item.uid
    title = item.title
    notes = item.notes
    timestamp = item.timestamp
    createTimestamp = item.createTimestamp
    completedAt = item.completedAt
    priority = item.priority
    dueAt = item.dueAt
    due = dueAt.flatMap { Due(deadline: $0, day: item.dueDay) }
    start = item.start
    rule = item.rule
    anchor = item.anchor
    extra = item.extra
    orderKey = item.orderKey
    tags = item.tags.map(\.name)
    list = item.list?.name
    parentID = item.parent?.persistentModelID
    parentUID = item.parent?.uid
    let blockers = item.blockers.sorted {
      ($0.persistentModelID.primaryKey ?? 0) < ($1.persistentModelID.primaryKey ?? 0)
    }
    blockerIDs = blockers.map(\.persistentModelID)
    blockerUIDs = blockers.map(\.uid)
  }

  /// A deleted item as the journal has it, without its parent and what it waited for.
  ///
  /// - Returns: nil without a value that every item has.
  init?(
    _ id: PersistentIdentifier, _ values: [JournalField: JournalValue], tags: [String], list: String?
  ) {
    guard let uid = values[.uid]?.uuid, let title = values[.title]?.text, let created = values[.created]?.date
    else { return nil }
    (self.id, number, self.uid, self.title) = (id, id.primaryKey ?? 0, uid, title)
    notes = values[.notes]?.text ?? ""
    timestamp = values[.timestamp]?.date ?? created
    createTimestamp = created
    completedAt = values[.completed]?.date
    priority = values[.priority].flatMap(Priority.init) ?? .none
    due = values[.deadline]?.date.flatMap { Due(deadline: $0, day: values[.dueDay].flatMap(CalendarDay.init)) }
    dueAt = due == nil ? nil : values[.deadline]?.date
    start = values[.start]?.date.flatMap { Due(startMoment: $0, day: values[.startDay].flatMap(CalendarDay.init)) }
    rule = values[.recurrence].flatMap(RecurrenceRule.init)
    anchor = values[.anchor].flatMap(Due.init)
    extra = values[.extra]?.text.map(ItemExtra.init(rawValue:))
    orderKey = values[.position]?.text.map(OrderKey.init(stored:)) ?? .unplaced
    (self.tags, self.list) = (tags, list)
    (parentID, parentUID, blockerIDs, blockerUIDs) = (nil, nil, [], [])
  }
}

/// The state of an item, as it is written in files, on the command line and in an editor.
public enum ItemState: String, CaseIterable, Hashable, Sendable {
  case open, done

  /// Parses a name; case does not matter.
  init?(name: some StringProtocol) { self.init(rawValue: name.lowercased()) }
}
