import Foundation

/// A field of another format that is kept with an item, as it stands in a file.
///
/// What an item has no place for is kept as it is, and so is the spelling of what it has a place for, if an export would
/// write that in another way. The spelling is written back as long as it still says what the item does.
struct ForeignField: Hashable, Sendable {
  /// What the format calls it.
  let name: String
  /// The JSON of an attribute of Taskwarrior, content lines of iCalendar with line feeds between them, or a word of
  /// todo.txt; empty if the item has no such field any more.
  let text: String

  /// Says that there is no such field any more.
  var removed: ForeignField { ForeignField(name: name, text: "") }
}

/// How many fields of a name there are, or how many records of a kind.
public struct FieldCount: Hashable, Sendable {
  /// What the format calls it.
  public let name: String
  /// How many.
  public let count: Int

  /// The counts by name.
  static func sorted(_ counts: [String: Int]) -> [FieldCount] {
    counts.map { FieldCount(name: $0, count: $1) }.sorted { $0.name < $1.name }
  }
}

extension InterchangeFormat {
  /// The name of a kept text; nil if it can't stand in a file of the format.
  func fieldName(_ text: String) -> String? {
    switch self {
    case .icalendar: ICalendarText.fieldName(text)
    case .todotxt: TodoTxtText.fieldName(text)
    case .json, .csv, .taskwarrior: nil
    }
  }

  /// Whether an item has a place for what a kept field says, so that nothing but its spelling is kept.
  func understands(_ field: ForeignField) -> Bool {
    switch self {
    case .taskwarrior: TaskwarriorText.isSpelling(field)
    case .icalendar: ICalendarText.isSpelling(field)
    case .todotxt: TodoTxtText.isSpelling(field)
    case .json, .csv: true
    }
  }

  /// Those of the kept fields that an export of an item writes.
  func written(_ kept: [ForeignField], of item: ItemValues, _ calendar: Calendar) -> [ForeignField] {
    switch self {
    case .taskwarrior: TaskwarriorText.written(kept, of: item, calendar)
    case .icalendar: ICalendarText.written(kept, of: item, calendar)
    case .todotxt: kept.filter { TodoTxtText.isStillTrue($0, of: item) }
    case .json, .csv: []
    }
  }

  /// What is true of one item of a series only, and not of the next.
  var fieldsOfOneItem: Set<String> {
    switch self {
    case .taskwarrior:
      [
        "parent", "imask", "mask", "rtype", "template", "recur", "status", "start", "wait", "scheduled", "until", "due",
        "annotations",
      ]
    case .icalendar: ["UID", "RECURRENCE-ID", "SEQUENCE", "DUE", "STATUS", "PERCENT-COMPLETE", "DTSTART"]
    case .todotxt: ["uid", "t", "due", "created", "completed", TodoTxtText.order]
    case .json, .csv: []
    }
  }
}
