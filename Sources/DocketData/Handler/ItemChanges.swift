import Foundation
import SwiftData

/// What is to become different about items; nil and empty leave things as they are.
public struct ItemChanges: Hashable, Sendable {
  /// The new title.
  public var title: String?
  /// The new notes.
  public var notes: String?
  /// When they were updated last; nil for the moment of the change, if they become different by it.
  public var timestamp: Date?
  /// The new priority.
  public var priority: Priority?
  /// By how many steps the priority is raised; lowered if negative.
  public var priorityRaise: Int
  /// The new due date, or none.
  public var due: Replacement<Date>?
  /// How they come again from now on, or none.
  public var recurrence: Replacement<Recurrence>?
  /// The name of the list they go to, which is made if there is none; or no list.
  public var list: Replacement<String>?
  /// The item they become a part of, or none.
  public var parent: Replacement<PersistentIdentifier>?
  /// All the tags they have afterwards, before `addedTags` and `removedTags`.
  public var tags: [String]?
  /// The names of tags they get; those that there are not yet are made.
  public var addedTags: [String]
  /// The names of tags they lose.
  public var removedTags: [String]

  /// Names of tags but for those that are lost all the same, of which none has to be made.
  func withoutRemoved(_ names: [String]) -> [String] {
    let removed = Set(removedTags.map(TagName.key))
    return names.filter { !removed.contains(TagName.key(of: $0)) }
  }

  /// Creates changes.
  public init(
    title: String? = nil, notes: String? = nil, timestamp: Date? = nil, priority: Priority? = nil,
    priorityRaise: Int = 0, due: Replacement<Date>? = nil, recurrence: Replacement<Recurrence>? = nil,
    list: Replacement<String>? = nil, parent: Replacement<PersistentIdentifier>? = nil, tags: [String]? = nil,
    addedTags: [String] = [], removedTags: [String] = []
  ) {
    self.title = title
    self.notes = notes
    self.timestamp = timestamp
    self.priority = priority
    self.priorityRaise = priorityRaise
    self.due = due
    self.recurrence = recurrence
    self.list = list
    self.parent = parent
    self.tags = tags
    self.addedTags = addedTags
    self.removedTags = removedTags
  }
}
