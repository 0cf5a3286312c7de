import Foundation
import SwiftData

/// Changes of items; nil and empty values change nothing.
public struct ItemChanges: Hashable, Sendable {
  /// The new title.
  public var title: String?
  /// The new notes.
  public var notes: String?
  /// Lines to add below the notes: the new ones, or else those of each item.
  public var addedNotes: String?
  /// The new update time; nil for the time of the change, if it changes anything.
  public var timestamp: Date?
  /// The new priority.
  public var priority: Priority?
  /// By how many steps the priority is raised; lowered if negative.
  public var priorityRaise: Int
  /// The new due date, or none.
  public var due: Replacement<Date>?
  /// The new start date, or none.
  public var start: Replacement<Due>?
  /// How it repeats from now on, or that it does not.
  public var rule: Replacement<RecurrenceRule>?
  /// The name of the new list, which is created if it is missing; or no list.
  public var list: Replacement<String>?
  /// The new parent item, or none.
  public var parent: Replacement<PersistentIdentifier>?
  /// All items that have to be done before, to which `addedBlockers` and `removedBlockers` are applied; nil for the
  /// present ones.
  public var blockers: [PersistentIdentifier]?
  /// More items that have to be done before.
  public var addedBlockers: [PersistentIdentifier]
  /// Items that need not be done before any longer.
  public var removedBlockers: [PersistentIdentifier]
  /// All tags, to which `addedTags` and `removedTags` are applied; nil for the present ones.
  public var tags: [String]?
  /// The names of tags to add; missing tags are created.
  public var addedTags: [String]
  /// The names of tags to remove.
  public var removedTags: [String]

  /// The names without those in `removedTags`, which do not have to be created.
  func withoutRemoved(_ names: [String]) -> [String] {
    let removed = Set(removedTags.map(TagName.key))
    return names.filter { !removed.contains(TagName.key(of: $0)) }
  }

  /// Notes with the added lines.
  func withAdded(_ notes: String) -> String {
    guard let addedNotes, !addedNotes.isEmpty else { return notes }
    return notes.isEmpty ? addedNotes : notes + (notes.hasSuffix("\n") ? "" : "\n") + addedNotes
  }

  /// Creates changes.
  ///
  /// - Parameter recurrence: the new repeat interval, or none.
  public init(
    title: String? = nil, notes: String? = nil, addedNotes: String? = nil, timestamp: Date? = nil,
    priority: Priority? = nil, priorityRaise: Int = 0, due: Replacement<Date>? = nil,
    recurrence: Replacement<Recurrence>? = nil,
    rule: Replacement<RecurrenceRule>? = nil, start: Replacement<Due>? = nil,
    list: Replacement<String>? = nil, parent: Replacement<PersistentIdentifier>? = nil, tags: [String]? = nil,
    addedTags: [String] = [], removedTags: [String] = [], blockers: [PersistentIdentifier]? = nil,
    addedBlockers: [PersistentIdentifier] = [], removedBlockers: [PersistentIdentifier] = []
  ) {
    self.title = title
    self.notes = notes
    self.addedNotes = addedNotes
    self.timestamp = timestamp
    self.priority = priority
    self.priorityRaise = priorityRaise
    self.due = due
    self.rule = rule ?? recurrence.map { Replacement($0.value.map(RecurrenceRule.init)) }
    self.start = start
    self.list = list
    self.parent = parent
    self.tags = tags
    self.addedTags = addedTags
    self.removedTags = removedTags
    self.blockers = blockers
    self.addedBlockers = addedBlockers
    self.removedBlockers = removedBlockers
  }
}

/// The new value of an optional property.
public enum Replacement<Value: Hashable & Sendable>: Hashable, Sendable {
  case none
  case value(Value)

  /// The value, or nil.
  public var value: Value? { if case .value(let value) = self { value } else { nil } }

  /// Wraps an optional value.
  public init(_ value: Value?) { self = value.map { .value($0) } ?? .none }
}

/// What was changed in an item's text.
public struct ItemEdit: Hashable, Sendable {
  /// The new values, except the state.
  public var changes: ItemChanges
  /// Whether the item is done from now on; nil to leave it as it is.
  public var isDone: Bool?

  /// Creates an edit.
  public init(_ changes: ItemChanges = ItemChanges(), isDone: Bool? = nil) {
    self.changes = changes
    self.isDone = isDone
  }

  /// Whether nothing is to be changed.
  public var isEmpty: Bool { self == ItemEdit() }
}
