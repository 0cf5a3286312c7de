/// A field of an item that people edit.
public enum ItemField: String, CaseIterable, Hashable, Sendable {
  /// What it is about.
  case title
  /// What else there is to say.
  case notes
  /// Whether it is done.
  case state
  /// How much it matters.
  case priority
  /// When it is due.
  case due = "due date"
  /// How it comes again.
  case recurrence
  /// The list it is on.
  case list
  /// All of its labels.
  case tags
  /// The item it is a part of.
  case parent
}

extension ItemField {
  /// What an item has in the field.
  func value(of item: ItemValues) -> JournalValue {
    switch self {
    case .title: .text(item.title)
    case .notes: .text(item.notes)
    case .state: .integer(item.isDone ? 1 : 0)
    case .priority: .integer(Int64(item.priority.rawValue))
    case .due: JournalValue(item.dueAt)
    case .recurrence: JournalValue(item.recurrence?.rawValue)
    case .list: JournalValue(item.list)
    case .tags: Self.value(ofTags: item.tags)
    case .parent: JournalValue(item.parentNumber)
    }
  }

  /// What an edit puts into the field; nil if it leaves it alone.
  ///
  /// Steps of the priority and tags that come or go are no values: they suit whatever is there.
  func value(in edit: ItemEdit) -> JournalValue? {
    let changes = edit.changes
    return switch self {
    case .title: changes.title.map { .text($0) }
    case .notes: changes.notes.map { .text($0) }
    case .state: edit.isDone.map { .integer($0 ? 1 : 0) }
    case .priority: changes.priority.map { .integer(Int64($0.rawValue)) }
    case .due: changes.due.map { JournalValue($0.value) }
    case .recurrence: changes.recurrence.map { JournalValue($0.value?.rawValue) }
    case .list: changes.list.map { JournalValue($0.value) }
    case .tags: changes.tags.map(Self.value(ofTags:))
    case .parent: changes.parent.map { JournalValue($0.value?.primaryKey) }
    }
  }

  /// No tag has a comma.
  private static func value(ofTags names: [String]) -> JournalValue { .text(names.joined(separator: ",")) }
}
