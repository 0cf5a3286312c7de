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
    let (whole, new) = (changes.tags.map(changes.withoutRemoved), changes.withoutRemoved(changes.addedTags))
    try handler.makeNames(
      tags: [whole ?? [], new], lists: [changes.list?.value].compactMap(\.self), &names, recorder)
    list = try changes.list.map { try $0.value.map { try names.list($0) } }
    tags = try whole.map { try names.tags($0) }
    added = try names.tags(new)
    removed = Set(try changes.removedTags.compactMap { try handler.existingTag(named: $0)?.persistentModelID })
    parent = try changes.parent.map { try $0.value.map { try handler.model($0) } }
  }

  /// The fields that may become different.
  private var fields: [JournalField] {
    let all: [(JournalField, Bool)] = [
      (.title, title != nil), (.notes, changes.notes != nil), (.timestamp, changes.timestamp != nil),
      (.priority, changes.priority != nil || changes.priorityRaise != 0), (.deadline, changes.due != nil),
      (.dueDay, changes.due != nil), (.recurrence, changes.recurrence != nil), (.anchor, changesSeries),
      (.tags, changesTags), (.list, list != nil), (.parent, parent != nil),
    ]
    return all.filter(\.1).map(\.0)
  }

  /// Whether another series may begin.
  private var changesSeries: Bool { changes.due != nil || changes.recurrence != nil }

  /// What is looked at of each item.
  var lists: [PartialKeyPath<Item>] { Item.lists(fields) }

  private var changesTags: Bool { tags != nil || !added.isEmpty || !removed.isEmpty }

  /// Makes the changes to an item.
  ///
  /// - Throws: `CancellationError` if the command is to be ended.
  func apply(to item: Item, _ recorder: JournalRecorder) throws {
    try recorder.willChange(item, fields)
    if let title { item.title = title }
    if let notes = changes.notes { item.notes = notes }
    if let timestamp = changes.timestamp { item.timestamp = timestamp }
    if let priority = changes.priority { item.priority = priority }
    if changes.priorityRaise != 0 { item.priority = item.priority.raised(by: changes.priorityRaise) }
    if changesSeries {
      item.changeSeries {
        if let due = changes.due { item.dueAt = due.value }
        if let recurrence = changes.recurrence { item.recurrence = recurrence.value }
      }
    }
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

  /// What is done to items of which some fields become different, in a few words.
  func verb(_ fields: Set<JournalField>) -> String {
    let named = fields.subtracting([.dueDay, .anchor])
    guard let field = named.first ?? fields.first, named.count <= 1 else { return "change" }
    return switch field {
    case .title: "rename"
    case .notes: "edit the notes of"
    case .timestamp: "touch"
    case .priority: "set the priority of"
    case .deadline, .dueDay: "date"
    case .recurrence: "repeat"
    case .tags: added.isEmpty && tags == nil ? "untag" : "tag"
    case .list: changes.list?.value == nil ? "take … off its list" : "move … to a list"
    case .parent: changes.parent?.value == nil ? "make … an item of its own" : "put … under another item"
    default: "change"
    }
  }
}

extension Item {
  /// Makes changes to when it is due and how it comes again: another date, or another recurrence, begins another series.
  func changeSeries(_ change: () -> Void) {
    let before = (deadline, recurrence)
    change()
    if anchor != nil, before != (deadline, recurrence) { anchor = nil }
  }
}
