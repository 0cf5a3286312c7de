import Foundation
import SwiftData

/// Changes with everything looked up that they name, ready to be made to each item.
struct ItemUpdate {
  /// The item they become a part of; `.some(nil)` for none.
  private(set) var parent: Item??
  private let changes: ItemChanges
  private let title: String?
  private let list: ItemList??
  private let tags: [ItemTag]?
  private let added: [ItemTag]
  private let removed: Set<PersistentIdentifier>

  init(_ changes: ItemChanges, _ handler: isolated DataHandler, _ recorder: JournalRecorder) throws {
    self.changes = changes
    title = try changes.title.map { try ItemTitle($0).text }
    var names = handler.knownNames(recorder)
    try handler.makeNames(
      tags: [changes.tags ?? [], changes.addedTags], lists: [changes.list?.value].compactMap(\.self), &names, recorder)
    list = try changes.list.map { try $0.value.map { try names.list($0) } }
    tags = try changes.tags.map { try names.tags($0) }
    added = try names.tags(changes.addedTags)
    removed = Set(try changes.removedTags.compactMap { try handler.existingTag(named: $0)?.persistentModelID })
    parent = try changes.parent.map { try $0.value.map { try handler.model($0) } }
  }

  /// The fields that may become different.
  private var fields: [JournalField] {
    let all: [(JournalField, Bool)] = [
      (.title, title != nil), (.notes, changes.notes != nil), (.timestamp, changes.timestamp != nil),
      (.priority, changes.priority != nil || changes.priorityRaise != 0), (.deadline, changes.due != nil),
      (.recurrence, changes.recurrence != nil), (.tags, changesTags), (.list, list != nil), (.parent, parent != nil),
    ]
    return all.filter(\.1).map(\.0)
  }

  private var changesTags: Bool { tags != nil || !added.isEmpty || !removed.isEmpty }

  /// Makes the changes to an item.
  ///
  /// - Parameter others: fields that the same command changes besides; a recorder is told of an item once.
  /// - Throws: `CancellationError` if the command is to be ended.
  func apply(to item: Item, _ recorder: JournalRecorder, alsoChanging others: [JournalField] = []) throws {
    try recorder.willChange(item, fields + others.filter { !fields.contains($0) })
    if let title { item.title = title }
    if let notes = changes.notes { item.notes = notes }
    if let timestamp = changes.timestamp { item.timestamp = timestamp }
    if let priority = changes.priority { item.priority = priority }
    if changes.priorityRaise != 0 { item.priority = item.priority.raised(by: changes.priorityRaise) }
    if let due = changes.due { item.dueAt = due.value }
    if let recurrence = changes.recurrence { item.recurrence = recurrence.value }
    if let list { item.list = list }
    if let parent { item.parent = parent }
    if changesTags { applyTags(to: item) }
  }

  private func applyTags(to item: Item) {
    let base = tags ?? item.tags
    let own = Set(base.map(\.persistentModelID))
    let wanted = (base + added.filter { !own.contains($0.persistentModelID) })
      .filter { !removed.contains($0.persistentModelID) }
    if wanted.map(\.persistentModelID) != item.tags.map(\.persistentModelID) { item.tags = wanted }
  }

  /// What is done to the items, in a word or two.
  var verb: String {
    let verbs: [(String, Bool)] = [
      ("rename", title != nil), ("edit the notes of", changes.notes != nil), ("touch", changes.timestamp != nil),
      ("set the priority of", changes.priority != nil || changes.priorityRaise != 0), ("date", changes.due != nil),
      ("repeat", changes.recurrence != nil), ("tag", changesTags), ("move to a list", list != nil),
      ("put under another item", parent != nil),
    ]
    let wanted = verbs.filter(\.1).map(\.0)
    return wanted.count == 1 ? wanted[0] : "change"
  }
}
