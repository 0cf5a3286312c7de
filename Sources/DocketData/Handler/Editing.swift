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
  /// Sub-items go along to another list; see `moveSubitems(of:to:_:)`. An open item that begins to repeat and has no date
  /// is due on the first day of its rule.
  ///
  /// - Parameter originals: items as they were when the edit began, so that no later change is overwritten; empty to
  ///   overwrite whatever is there.
  /// - Returns: how many sub-items went along to another list.
  /// - Throws: `ItemError.changedMeanwhile` if a field to change differs from its original; `ItemError` for a missing
  ///   item or for values that it can't have.
  @discardableResult
  public func updateItems(
    ids: [PersistentIdentifier], _ changes: ItemChanges, from originals: [ItemValues] = [], at date: Date = Date()
  ) throws -> Int {
    try perform(at: date) { recorder in
      let update = try ItemUpdate(changes, seriesFrom: DateReference(now: date), self, recorder)
      var items = try ChangedItems(ids, update.fields, in: modelContext)
      for original in originals { try refuseConflict(of: ItemEdit(changes), from: original) }
      if case .some(let parent?) = update.parent { try refuseLoop(Set(ids), parent) }
      try refuseLoop(items.keys, waitingFor: update.newBlockers)
      update.apply(to: &items)
      try recorder.write(items, in: modelContext)
      let subitems = try update.list.map { try moveSubitems(of: items, to: $0?.number, recorder) } ?? 0
      return (StepDescription(items, with: subitems, update.verb), subitems)
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
  /// - Returns: how many sub-items went along to another list.
  /// - Throws: `ItemError.changedMeanwhile` if a field to change differs from the original; later changes of other
  ///   fields are kept. `ItemError` if the item is missing or can't have the values.
  @discardableResult
  public func editItem(
    id: PersistentIdentifier, _ edit: ItemEdit, from original: ItemValues? = nil, at date: Date = Date(),
    calendar: Calendar = .current
  ) throws -> Int {
    guard !edit.isEmpty else { return 0 }
    return try perform(at: date) { recorder in
      // Its text shows all fields: one without a date is meant so.
      let update = try ItemUpdate(edit.changes, seriesFrom: nil, self, recorder)
      var items = try ChangedItems([id], update.fields + ChangedItems.stateFields, in: modelContext)
      if let original { try refuseConflict(of: edit, from: original) }
      try refuseLoop(items.keys, waitingFor: update.newBlockers)
      update.apply(to: &items)
      switch edit.isDone {
      case true?: _ = try complete(&items, date, calendar, recorder)
      case false?: _ = try reopen(&items, recorder)
      case nil: try recorder.write(items, in: modelContext)
      }
      let subitems = try update.list.map { try moveSubitems(of: items, to: $0?.number, recorder) } ?? 0
      let description = StepDescription(items, with: subitems) { fields in
        fields.contains(.completed) ? "edit" : update.verb(fields)
      }
      return (description, subitems)
    }
  }

  /// Refuses to overwrite what was changed since an edit began; the write lock is held.
  private func refuseConflict(of edit: ItemEdit, from original: ItemValues) throws {
    if let conflict = ItemConflict(edit, from: original, ItemValues(try model(original.id))) {
      throw ItemError.changedMeanwhile(conflict)
    }
  }

  /// Refuses a parent that is one of the items themselves, or stands below one.
  func refuseLoop(_ moved: Set<PersistentIdentifier>, _ parent: Item) throws {
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

/// Changes with everything looked up that they name, ready to be applied to items.
private struct ItemUpdate {
  /// The new parent; `.some(nil)` for none.
  let parent: Item??
  private let changes: ItemChanges
  /// The present for items without a date that begin to repeat; nil if they stay without one.
  private let reference: DateReference?
  private let title: String?
  /// The new list; `.some(nil)` for none.
  let list: ItemList??
  /// The keys of the tags.
  private let tags: [Int64]?
  private let added: [Int64]
  private let removed: Set<Int64>
  /// The keys of all blockers.
  private let blockers: [Int64]?
  private let addedBlockers: [Int64]

  init(
    _ changes: ItemChanges, seriesFrom reference: DateReference?, _ handler: isolated DataHandler,
    _ recorder: JournalRecorder
  ) throws {
    self.changes = changes
    self.reference = changes.due == nil && changes.rule?.value != nil ? reference : nil
    title = try changes.title.map { try ItemTitle($0).text }
    var names = handler.nameCache(recorder)
    let (whole, new) = (changes.tags.map(changes.withoutRemoved), changes.withoutRemoved(changes.addedTags))
    try handler.createNames(
      tags: [whole ?? [], new], lists: [changes.list?.value].compactMap(\.self), &names, recorder)
    list = try changes.list.map { try $0.value.map { try names.list($0) } }
    tags = try whole.map { try names.tags($0).map(\.number) }
    added = try names.tags(new).map(\.number)
    removed = Set(try changes.removedTags.compactMap { try handler.existingTag(named: $0)?.number })
    parent = try changes.parent.map { try $0.value.map { try handler.model($0) } }
    blockers = try changes.blockers.map { try handler.models($0).map(\.number) }
    addedBlockers = try handler.models(changes.addedBlockers).map(\.number)
  }

  /// The keys of the items that may be new blockers.
  var newBlockers: [Int64] { (blockers ?? []) + addedBlockers }

  /// The fields that may become different.
  var fields: [JournalField] {
    let all: [(JournalField, Bool)] = [
      (.title, title != nil), (.notes, changes.notes != nil || changes.addedNotes != nil),
      (.timestamp, changes.timestamp != nil),
      (.priority, changes.priority != nil || changes.priorityRaise != 0), (.deadline, changesSeries),
      (.start, changes.start != nil || beginsSeries), (.startDay, changes.start != nil), (.completed, beginsSeries),
      (.dueDay, changesSeries), (.recurrence, changesSeries), (.anchor, changesSeries), (.tags, changesTags),
      (.list, list != nil), (.parent, parent != nil), (.blockers, changesBlockers),
    ]
    return all.filter(\.1).map(\.0)
  }

  /// Whether a new series may begin.
  private var changesSeries: Bool { changes.due != nil || changes.rule != nil }
  /// Whether items without a date may get one from their new rule.
  private var beginsSeries: Bool { reference != nil }
  private var changesBlockers: Bool {
    blockers != nil || !changes.addedBlockers.isEmpty || !changes.removedBlockers.isEmpty
  }
  private var changesTags: Bool { tags != nil || !added.isEmpty || !removed.isEmpty }

  func apply(to items: inout ChangedItems) {
    if let title { items.set(.title, to: .text(title)) }
    if let notes = changes.notes {
      items.set(.notes, to: .text(changes.withAdded(notes)))
    } else if changes.addedNotes != nil {
      items.set(.notes, to: items[.notes].map { .text(changes.withAdded($0.text ?? "")) })
    }
    if let timestamp = changes.timestamp { items.set(.timestamp, to: JournalValue(timestamp)) }
    if let priority = changes.priority { items.set(.priority, to: JournalValue(priority)) }
    if changes.priorityRaise != 0 { items.raisePriorities(by: changes.priorityRaise) }
    if let start = changes.start?.value {
      items.set(.start, to: JournalValue(start.start(in: .current)))
      items.set(.startDay, to: JournalValue(start.day))
    } else if changes.start != nil {
      items.set(.start, to: JournalValue(Date.distantPast))
      items.set(.startDay, to: .none)
    }
    if changesSeries { items.changeSeries(due: changes.due, rule: changes.rule, from: reference) }
    if let list { items.set(.list, to: .keys([list?.number].compactMap(\.self))) }
    if let parent { items.set(.parent, to: .keys([parent?.number].compactMap(\.self))) }
    if changesBlockers { items.set(.blockers, to: items[.blockers].map { .keys(changedBlockers($0.keys)) }) }
    if changesTags { items.set(.tags, to: items[.tags].map { .keys(changedTags($0.keys)) }) }
  }

  private func changedBlockers(_ present: [Int64]) -> [Int64] {
    let removed = Set(changes.removedBlockers.compactMap(\.primaryKey))
    return Set((blockers ?? present) + addedBlockers).subtracting(removed).sorted()
  }

  private func changedTags(_ present: [Int64]) -> [Int64] {
    let base = tags ?? present
    return (base + added.filter { !base.contains($0) }).filter { !removed.contains($0) }
  }

  /// The verb of the journal step, given the fields that became different.
  func verb(_ fields: Set<JournalField>) -> String {
    let named = fields.subtracting([.dueDay, .startDay, .anchor] + (beginsSeries ? [.deadline] : []))
    guard let field = named.first ?? fields.first, named.count <= 1 else { return "change" }
    return switch field {
    case .title: "rename"
    case .notes: "edit the notes of"
    case .timestamp: "touch"
    case .priority: "set the priority of"
    case .deadline, .dueDay: "set the due date of"
    case .start, .startDay: "set the start date of"
    case .recurrence: "repeat"
    case .tags: added.isEmpty && tags == nil ? "untag" : "tag"
    case .list: changes.list?.value == nil ? "take … off its list" : "move … to a list"
    case .blockers: "change what blocks"
    case .parent: StepDescription.nestingVerb(isBelow: changes.parent?.value != nil)
    default: "change"
    }
  }
}

extension ChangedItems {
  fileprivate mutating func raisePriorities(by steps: Int) {
    set(
      .priority,
      to: self[.priority].map { value in Priority(value).map { JournalValue($0.raised(by: steps)) } ?? value })
  }

  /// Changes the due date and the recurrence; where either becomes different, a new series begins.
  ///
  /// - Parameter reference: the present for items without a date that begin to repeat; nil if they stay without one.
  fileprivate mutating func changeSeries(
    due: Replacement<Date>?, rule: Replacement<RecurrenceRule>?, from reference: DateReference?
  ) {
    if let due {
      let due = due.value.map { Due(typed: $0, in: .current) }
      set(.deadline, to: JournalValue(due?.date(in: .current) ?? .distantFuture))
      set(.dueDay, to: JournalValue(due?.day))
    }
    if let rule { set(.recurrence, to: JournalValue(rule.value)) }
    if let reference, let first = rule?.value?.firstDue(reference) { beginSeries(at: first, reference.calendar) }
    set(.anchor, to: .none, of: keys.indices.filter { isChanged(.deadline, $0) || isChanged(.recurrence, $0) })
  }

  /// Makes open items due that begin to repeat and have no date.
  private mutating func beginSeries(at first: Due, _ calendar: Calendar) {
    let (deadlines, starts, states, rules) = (self[.deadline], self[.start], self[.completed], original(.recurrence))
    let (noDeadline, noStart) = (JournalValue(Date.distantFuture), JournalValue(Date.distantPast))
    let rows = keys.indices.filter {
      deadlines[$0] == noDeadline && starts[$0] == noStart && states[$0] == .none && rules[$0] == .none
    }
    set(.deadline, to: JournalValue(first.date(in: calendar)), of: rows)
    set(.dueDay, to: JournalValue(first.day), of: rows)
  }
}

extension PersistentModel {
  /// The number in the store; 0 for a model that is not saved.
  fileprivate var number: Int64 { persistentModelID.primaryKey ?? 0 }
}

extension Item {
  /// Changes the due date and the recurrence; if either becomes different, a new series begins.
  func changeSeries(_ change: () -> Void) {
    let before = (deadline, rule)
    change()
    if anchor != nil, before != (deadline, rule) { anchor = nil }
  }
}
