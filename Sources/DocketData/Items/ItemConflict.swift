import SwiftData

/// The fields that an edit would overwrite, because they were changed elsewhere since the edit began.
public struct ItemConflict: Hashable, Sendable, CustomStringConvertible {
  /// The fields that both changed, to different values.
  public let fields: [ItemField]
  /// The item as it is now: the original for another attempt.
  public let current: ItemValues

  /// - Parameter original: the item as it was when the edit began.
  /// - Returns: nil if the edit overwrites nothing: changes of different fields, and equal changes, do not conflict.
  init?(_ edit: ItemEdit, from original: ItemValues, _ current: ItemValues) {
    fields = ItemField.allCases.filter { field in
      guard let wanted = field.value(in: edit) else { return false }
      let value = field.value(of: current)
      return value != field.value(of: original) && value != wanted
    }
    self.current = current
    if fields.isEmpty { return nil }
  }

  /// What happened, as a sentence for people.
  public var description: String {
    if fields == [.title] {
      return "The title is now “\(StepDescription.shortened(current.title))” (changed elsewhere)."
    }
    let names = fields.map(\.rawValue).joined(separator: " and the ")
    return "The \(names) of item \(current.number) changed elsewhere."
  }
}

/// A field of an item that people edit.
public enum ItemField: String, CaseIterable, Hashable, Sendable {
  case title, notes, state, priority
  case due = "due date"
  case start = "start date"
  case recurrence = "repeat interval"
  case list, tags, parent, blockers

  fileprivate func value(of item: ItemValues) -> JournalValue {
    switch self {
    case .title: .text(item.title)
    case .notes: .text(item.notes)
    case .state: .integer(item.isDone ? 1 : 0)
    case .priority: .integer(Int64(item.priority.rawValue))
    case .due: JournalValue(item.dueAt)
    case .start: JournalValue(item.start)
    case .recurrence: JournalValue(item.rule)
    case .list: JournalValue(item.list)
    case .tags: Self.value(ofTags: item.tags)
    case .parent: JournalValue(item.parentNumber)
    case .blockers: Self.value(ofBlockers: item.blockerIDs)
    }
  }

  /// The field's new value in an edit; nil if the edit does not change it.
  ///
  /// Steps of the priority, and added or removed tags and blockers, are relative: they conflict with nothing.
  fileprivate func value(in edit: ItemEdit) -> JournalValue? {
    let changes = edit.changes
    return switch self {
    case .title: changes.title.map { .text($0) }
    case .notes: changes.notes.map { .text($0) }
    case .state: edit.isDone.map { .integer($0 ? 1 : 0) }
    case .priority: changes.priority.map { .integer(Int64($0.rawValue)) }
    case .due: changes.due.map { JournalValue($0.value) }
    case .start: changes.start.map { JournalValue($0.value) }
    case .recurrence: changes.rule.map { JournalValue($0.value) }
    case .list: changes.list.map { JournalValue($0.value) }
    case .tags: changes.tags.map(Self.value(ofTags:))
    case .parent: changes.parent.map { JournalValue($0.value?.primaryKey) }
    case .blockers: changes.blockers.map(Self.value(ofBlockers:))
    }
  }

  private static func value(ofBlockers ids: [PersistentIdentifier]) -> JournalValue {
    .keys(Set(ids.compactMap(\.primaryKey)).sorted())
  }

  /// No tag has a comma.
  private static func value(ofTags names: [String]) -> JournalValue { .text(names.joined(separator: ",")) }
}
