import Foundation
import SwiftData

/// The values of an item that is to be added.
public struct NewItem: Hashable, Sendable {
  /// The parent of a new item.
  public enum Parent: Hashable, Sendable {
    /// An item of the store.
    case item(PersistentIdentifier)
    /// An item that may have been deleted; then the new item has no parent.
    case itemUnlessGone(PersistentIdentifier)
    /// An item that is added together with it, before it, by its index.
    case added(Int)
  }

  /// The title.
  public var title: String
  /// When it was updated last: changed, or marked as current.
  public var timestamp: Date
  /// When it was added.
  public var createTimestamp: Date
  /// What identifies the item in other stores and in files.
  public var uid: UUID
  /// The notes.
  public var notes: String
  /// When it was done; nil if it is open.
  public var completedAt: Date?
  /// The priority.
  public var priority: Priority
  /// The due date: a day or a moment; nil for none.
  public var due: Due?
  /// The start date: a day or a moment; nil for none.
  public var start: Due?
  /// How it repeats; nil if it does not.
  public var rule: RecurrenceRule?
  /// The names of its tags; missing tags are created.
  public var tags: [String]
  /// The name of its list, which is created if it is missing; nil for no list.
  public var list: String?
  /// The parent item.
  public var parent: Parent?
  /// The items that have to be done before it.
  public var blockers: [PersistentIdentifier]
  /// The key of its place in the manual order; nil for the end.
  public var orderKey: OrderKey?
  /// The first due date of its series; nil for its own.
  public var anchor: Due?
  /// The fields of other formats that an item has no place for.
  public var extra: ItemExtra?

  /// Creates the values of an item.
  ///
  /// - Parameter dueAt: the due date; the last second of a day, in the time zone of the process, means the day.
  public init(
    title: String, timestamp: Date = Date(), createTimestamp: Date? = nil, uid: UUID = .random(), notes: String = "",
    completedAt: Date? = nil, priority: Priority = .none, dueAt: Date? = nil, recurrence: Recurrence? = nil,
    rule: RecurrenceRule? = nil, start: Due? = nil,
    tags: [String] = [], list: String? = nil, parent: Parent? = nil, orderKey: OrderKey? = nil, anchor: Due? = nil,
    extra: ItemExtra? = nil, blockers: [PersistentIdentifier] = []
  ) {
    self.title = title
    self.timestamp = timestamp
    self.createTimestamp = createTimestamp ?? timestamp
    self.uid = uid
    self.notes = notes
    self.completedAt = completedAt
    self.priority = priority
    due = dueAt.map { Due(typed: $0, in: .current) }
    self.rule = rule ?? recurrence.map(RecurrenceRule.init)
    self.start = start
    self.tags = tags
    self.list = list
    self.parent = parent
    self.orderKey = orderKey
    self.anchor = anchor
    self.extra = extra
    self.blockers = blockers
  }

  /// The repeat interval; nil for none, or for a rule that says more.
  public var recurrence: Recurrence? {
    get { rule?.recurrence }
    set { rule = newValue.map(RecurrenceRule.init) }
  }

  /// The due date; the last second of a day, in the time zone of the process, means the day; nil for none.
  public var dueAt: Date? {
    get { due?.date(in: .current) }
    set { due = newValue.map { Due(typed: $0, in: .current) } }
  }
}
