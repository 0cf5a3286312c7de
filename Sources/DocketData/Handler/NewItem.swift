import Foundation
import SwiftData

/// The values of an item that is to be added.
public struct NewItem: Hashable, Sendable {
  /// The item that a new one is to be a part of.
  public enum Parent: Hashable, Sendable {
    /// One that is there already.
    case item(PersistentIdentifier)
    /// One that was there; if it is gone, the new one is a part of nothing.
    case itemUnlessGone(PersistentIdentifier)
    /// One that is added along with it, before it: its place among them.
    case added(Int)
  }

  /// What it is about.
  public var title: String
  /// When it was updated last: changed, or marked as such.
  public var timestamp: Date
  /// When it was added.
  public var createTimestamp: Date
  /// What stands for it in other stores and in files.
  public var uid: UUID
  /// What else there is to say.
  public var notes: String
  /// When it was done; nil if it is open.
  public var completedAt: Date?
  /// How much it matters.
  public var priority: Priority
  /// When it is due: on a day, or at a moment; nil for never.
  public var due: Due?
  /// How it comes again once it is done; nil for never.
  public var recurrence: Recurrence?
  /// The names of its tags; those that there are not yet are made.
  public var tags: [String]
  /// The name of its list, which is made if there is none; nil for no list.
  public var list: String?
  /// The item it is a part of.
  public var parent: Parent?
  /// Its place in the manual order; nil for the end.
  public var position: Double?
  /// The first due date of its series; nil if that is its own.
  public var anchor: Due?
  /// What files of other formats say about it that has no place here.
  public var extra: ItemExtra?

  /// Creates the values of an item.
  ///
  /// - Parameter dueAt: when it is due; the last second of a day, in the time zone of the process, means the day.
  public init(
    title: String, timestamp: Date = Date(), createTimestamp: Date? = nil, uid: UUID = .random(), notes: String = "",
    completedAt: Date? = nil, priority: Priority = .none, dueAt: Date? = nil, recurrence: Recurrence? = nil,
    tags: [String] = [], list: String? = nil, parent: Parent? = nil, position: Double? = nil, anchor: Due? = nil,
    extra: ItemExtra? = nil
  ) {
    self.title = title
    self.timestamp = timestamp
    self.createTimestamp = createTimestamp ?? timestamp
    self.uid = uid
    self.notes = notes
    self.completedAt = completedAt
    self.priority = priority
    due = dueAt.map { Due(typed: $0, in: .current) }
    self.recurrence = recurrence
    self.tags = tags
    self.list = list
    self.parent = parent
    self.position = position
    self.anchor = anchor
    self.extra = extra
  }

  /// When it is due, the last second of a day for a day; nil for never.
  ///
  /// The last second of a day, in the time zone of the process, means the day.
  public var dueAt: Date? {
    get { due?.date(in: .current) }
    set { due = newValue.map { Due(typed: $0, in: .current) } }
  }
}
