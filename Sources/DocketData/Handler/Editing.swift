import Foundation
import SwiftData

extension DataHandler {
  /// Changes an item's title, its update time, or both.
  ///
  /// - Throws: `ItemError.emptyTitle`, `ItemError.noSuchItem`.
  public func updateItem(id: PersistentIdentifier, title: String? = nil, timestamp: Date? = nil) throws {
    try updateItems(ids: [id], ItemChanges(title: title, timestamp: timestamp))
  }

  /// Changes items, all of them or none; those that become different get a new update time.
  ///
  /// - Parameter originals: items as they were when the edit began, so that no later change is overwritten; empty to
  ///   overwrite whatever is there.
  /// - Throws: `ItemError.changedMeanwhile` if a field to change differs from its original; `ItemError` for a missing
  ///   item or for values that it can't have.
  public func updateItems(
    ids: [PersistentIdentifier], _ changes: ItemChanges, from originals: [ItemValues] = [], at date: Date = Date()
  ) throws {
    try perform(at: date) { recorder in
      let update = try ItemUpdate(changes, self, recorder)
      let items = try models(ids, with: update.relationshipsRead)
      for original in originals { try refuseConflict(of: ItemEdit(changes), from: original) }
      if case .some(let parent?) = update.parent { try refuseLoop(items, parent) }
      for item in items { try update.apply(to: item, recorder) }
      return (StepDescription(items, update.verb), ())
    }
  }

  /// Applies the edit of an item's text, in one transaction and as one step.
  ///
  /// - Parameters:
  ///   - edit: the changes; an empty edit is no step.
  ///   - original: the item as it was when the edit began, so that no later change is overwritten; nil to overwrite
  ///     whatever is there.
  ///   - date: when it is done, if it becomes done.
  ///   - calendar: the calendar and time zone of the next due date.
  /// - Throws: `ItemError.changedMeanwhile` if a field to change differs from the original; later changes of other
  ///   fields are kept. `ItemError` if the item is missing or can't have the values.
  public func editItem(
    id: PersistentIdentifier, _ edit: ItemEdit, from original: ItemValues? = nil, at date: Date = Date(),
    calendar: Calendar = .current
  ) throws {
    guard !edit.isEmpty else { return }
    try perform(at: date) { recorder in
      let update = try ItemUpdate(edit.changes, self, recorder)
      let item = try model(id)
      if let original { try refuseConflict(of: edit, from: original) }
      try update.apply(to: item, recorder)
      switch edit.isDone {
      case true?: _ = try complete([item], date, calendar, recorder)
      case false?: _ = try reopen([item], recorder)
      case nil: break
      }
      return (StepDescription([item]) { $0.contains(.completed) ? "edit" : update.verb($0) }, ())
    }
  }

  /// Refuses to overwrite what was changed since an edit began; the write lock is held.
  private func refuseConflict(of edit: ItemEdit, from original: ItemValues) throws {
    if let conflict = ItemConflict(edit, from: original, ItemValues(try model(original.id))) {
      throw ItemError.changedMeanwhile(conflict)
    }
  }

  private func refuseLoop(_ items: [Item], _ parent: Item) throws {
    let moved = Set(items.map(\.persistentModelID))
    var seen: Set<PersistentIdentifier> = []
    var ancestor: Item? = parent
    // A store that another program wrote to may have a loop already.
    while let item = ancestor, seen.insert(item.persistentModelID).inserted {
      let id = item.persistentModelID
      guard !moved.contains(id) else { throw ItemError.partOfItself(id.primaryKey ?? 0) }
      ancestor = item.parent
    }
  }
}

/// Changes with everything looked up that they name, ready to be applied to each item.
private struct ItemUpdate {
  /// The new parent; `.some(nil)` for none.
  let parent: Item??
  private let changes: ItemChanges
  private let title: String?
  private let list: ItemList??
  private let tags: [ItemTag]?
  private let added: [ItemTag]
  private let removed: Set<PersistentIdentifier>

  init(_ changes: ItemChanges, _ handler: isolated DataHandler, _ recorder: JournalRecorder) throws {
    self.changes = changes
    title = try changes.title.map { try ItemTitle($0).text }
    var names = handler.nameCache(recorder)
    let (whole, new) = (changes.tags.map(changes.withoutRemoved), changes.withoutRemoved(changes.addedTags))
    try handler.createNames(
      tags: [whole ?? [], new], lists: [changes.list?.value].compactMap(\.self), &names, recorder)
    list = try changes.list.map { try $0.value.map { try names.list($0) } }
    tags = try whole.map { try names.tags($0) }
    added = try names.tags(new)
    removed = Set(try changes.removedTags.compactMap { try handler.existingTag(named: $0)?.persistentModelID })
    parent = try changes.parent.map { try $0.value.map { try handler.model($0) } }
  }

  private var fields: [JournalField] {
    let all: [(JournalField, Bool)] = [
      (.title, title != nil), (.notes, changes.notes != nil), (.timestamp, changes.timestamp != nil),
      (.priority, changes.priority != nil || changes.priorityRaise != 0), (.deadline, changes.due != nil),
      (.dueDay, changes.due != nil), (.recurrence, changes.recurrence != nil), (.anchor, changesSeries),
      (.tags, changesTags), (.list, list != nil), (.parent, parent != nil),
    ]
    return all.filter(\.1).map(\.0)
  }

  /// Whether a new series may begin.
  private var changesSeries: Bool { changes.due != nil || changes.recurrence != nil }
  private var changesTags: Bool { tags != nil || !added.isEmpty || !removed.isEmpty }

  var relationshipsRead: [PartialKeyPath<Item>] { Item.lists(fields) }

  /// - Throws: `CancellationError` if the command was cancelled.
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

  /// The verb of the journal step, given the fields that became different.
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
  /// Changes the due date and the recurrence; if either becomes different, a new series begins.
  func changeSeries(_ change: () -> Void) {
    let before = (deadline, recurrence)
    change()
    if anchor != nil, before != (deadline, recurrence) { anchor = nil }
  }
}
