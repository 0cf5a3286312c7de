import Foundation
import SwiftData

/// The values of an item at one moment, to be passed between actors.
public struct ItemValues: Hashable, Sendable, Identifiable {
  /// The item's identity.
  public let id: PersistentIdentifier
  /// The number that people use for the item.
  public let number: Int64
  /// What stands for it in other stores and in files.
  public let uid: UUID
  /// What it is about.
  public let title: String
  /// What else there is to say.
  public let notes: String
  /// When it was updated last: changed, or marked as such.
  public let timestamp: Date
  /// When it was added.
  public let createTimestamp: Date
  /// When it was done; nil while it is open.
  public let completedAt: Date?
  /// How much it matters.
  public let priority: Priority
  /// When it is due, the last second of a day for a day; nil for never.
  public let dueAt: Date?
  /// When it is due: on a day, or at a moment; nil for never.
  public let due: Due?
  /// How it comes again once it is done; nil for never.
  public let recurrence: Recurrence?
  /// The first due date of its series; nil if that is its own.
  public let anchor: Due?
  /// What files of other formats say about it that has no place here; nil for nothing.
  public let extra: ItemExtra?
  /// Its place in the manual order.
  public let position: Double
  /// The names of its tags, in the order in which they were given.
  public let tags: [String]
  /// The name of its list, or nil.
  public let list: String?
  /// The identity of the item it is a part of, or nil.
  public let parentID: PersistentIdentifier?
  /// The `uid` of the item it is a part of, or nil.
  public let parentUID: UUID?

  /// Whether it is done.
  public var isDone: Bool { completedAt != nil }

  /// The number of the item it is a part of, or nil.
  public var parentNumber: Int64? { parentID?.primaryKey }

  /// Reads an item; on the executor of its context.
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
    recurrence = item.recurrence
    anchor = item.anchor
    extra = item.extra
    position = item.position
    tags = item.tags.map(\.name)
    list = item.list?.name
    parentID = item.parent?.persistentModelID
    parentUID = item.parent?.uid
  }
}
