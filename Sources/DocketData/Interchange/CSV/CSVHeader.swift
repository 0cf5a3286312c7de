import Foundation

/// The first line of a file: which of its columns is which of ours.
///
/// A column with one of our names is ours. Of those that are missing then, one with a usual other name is taken, such as
/// `Deadline`. All others are kept with the items under their headings.
struct CSVHeader {
  enum Column: Hashable {
    case known(CSVColumn)
    case other(String)

    var known: CSVColumn? { if case .known(let column) = self { column } else { nil } }
  }

  let columns: [Column]
  /// The headings as they stand in the file.
  let headings: [String]

  /// - Returns: nil unless there is a column of titles.
  init?(_ names: [String]) {
    let headings = names.map { $0.trimmingCharacters(in: .whitespaces.union(["\u{feff}"])) }
    var columns = headings.map { CSVColumn(rawValue: $0.lowercased()) }
    var taken = Set(columns.compactMap(\.self))
    let plain = headings.map(Self.plain)
    // Of the names of a column those that stand first are the likeliest.
    for (column, names) in CSVColumn.otherNames where !taken.contains(column) {
      let indices = names.lazy.compactMap { name in plain.indices.first { columns[$0] == nil && plain[$0] == name } }
      guard let index = indices.first else { continue }
      columns[index] = column
      taken.insert(column)
    }
    guard taken.contains(.title) else { return nil }
    var seen: Set<String> = []
    self.headings = headings
    self.columns = zip(zip(columns, headings), 1...).map { pair, number in
      if let column = pair.0 { return .known(column) }
      return .other(Self.unique(pair.1.isEmpty ? "column \(number)" : pair.1, &seen))
    }
  }

  /// The first of our columns that is there twice.
  var repeated: CSVColumn? {
    var seen: Set<CSVColumn> = []
    return columns.compactMap(\.known).first { !seen.insert($0).inserted }
  }

  /// What became of each column, for a report.
  var uses: [ColumnUse] {
    zip(columns, headings).map { column, heading in
      switch column {
      case .known(let column): ColumnUse(heading: heading, column: column.rawValue)
      case .other(let name): ColumnUse(heading: name, column: nil)
      }
    }
  }

  private static func unique(_ name: String, _ seen: inout Set<String>) -> String {
    if seen.insert(name).inserted { return name }
    var number = 2
    while !seen.insert("\(name) (\(number))").inserted { number += 1 }
    return "\(name) (\(number))"
  }

  static func plain(_ heading: String) -> String {
    heading.lowercased().split { $0 == " " || $0 == "_" || $0 == "-" }.joined(separator: " ")
  }
}

extension CSVColumn {
  /// Whether a heading is of a column that is kept, and can be written beside our own.
  static func isForeign(_ heading: String) -> Bool {
    CSVColumn(rawValue: heading.lowercased()) == nil && heading == heading.trimmingCharacters(in: .whitespaces)
      && !heading.isEmpty
  }

  /// The usual other names of columns, the likeliest first.
  static let otherNames: KeyValuePairs<CSVColumn, [String]> = [
    .title: [
      "task", "name", "task name", "summary", "subject", "todo", "to do", "item", "content", "card name", "headline",
      "what", "description",
    ],
    .notes: ["note", "description", "details", "detail", "comment", "comments", "body", "memo", "card description"],
    .due: ["deadline", "due date", "duedate", "due on", "due at", "due by"],
    .state: ["status", "done", "is done", "complete", "is complete", "finished", "closed", "checked"],
    .priority: ["prio", "importance"],
    .tags: ["tag", "labels", "label", "categories", "category", "keywords", "contexts", "context"],
    .list: ["project", "list name", "folder", "group", "section", "area"],
    .created: [
      "created at", "created on", "created date", "created time", "creation date", "date created", "added",
      "date added",
    ],
    .timestamp: [
      "updated", "updated at", "updated on", "modified", "modified at", "last modified", "last updated",
      "date modified", "modification date", "last edited time",
    ],
    .completed: [
      "completed at", "completed on", "completed date", "completion date", "date completed", "done date", "finished at",
    ],
    .start: [
      "start date", "starts", "start on", "begin", "begins", "begin date", "scheduled", "defer date", "defer until",
    ],
    .recurrence: ["repeat", "repeats", "recurring", "recur", "every", "frequency"],
    .uid: ["uuid"],
  ]
}

/// A column of a CSV file, and what it became.
public struct ColumnUse: Hashable, Sendable {
  /// The heading in the file.
  public let heading: String
  /// The name of our column; nil for one that is kept with the items.
  public let column: String?
}

/// The words that other programs have for states and priorities.
enum CSVWords {
  private static let done: Set<String> = [
    "done", "completed", "complete", "closed", "finished", "resolved", "cancelled", "canceled", "yes", "true", "x",
    "[x]",
    "1", "✓", "✔", "☑",
  ]
  private static let open: Set<String> = [
    "open", "todo", "to do", "to-do", "pending", "not started", "in progress", "in-process", "started", "active", "new",
    "waiting", "on hold", "blocked", "backlog", "needs-action", "no", "false", "0", "[ ]", "☐",
  ]
  /// Words that say no more than the state.
  private static let plainStates: Set<String> = [
    "done", "open", "completed", "complete", "yes", "true", "x", "[x]", "1", "no", "false", "0", "[ ]", "✓", "✔", "☑",
    "☐",
  ]
  private static let priorities: [Priority: [String]] = [
    .high: ["high", "h", "urgent", "critical", "highest", "important", "p1", "1", "a"],
    .medium: ["medium", "med", "m", "normal", "p2", "2", "b"], .low: ["low", "l", "lowest", "p3", "3", "c"],
    .none: ["none", "p4", "4", "0", "-", "no priority"],
  ]

  static func state(_ text: String) -> ItemState? {
    if let state = ItemState(name: text) { return state }
    let word = text.lowercased()
    return done.contains(word) ? .done : open.contains(word) ? .open : nil
  }

  static func priority(_ text: String) -> Priority? {
    if let priority = Priority(name: text) { return priority }
    let word = text.lowercased()
    return priorities.first { $0.value.contains(word) }?.key
  }

  /// Whether a word of a column says more than our own: it is kept, too.
  static func isOdd(_ text: String, in column: CSVColumn) -> Bool {
    switch column {
    case .state: ItemState(name: text) == nil && state(text) != nil && !plainStates.contains(text.lowercased())
    case .priority where Priority(name: text) == nil:
      priority(text).map { ![$0.name, String($0.name.prefix(1))].contains(text.lowercased()) } ?? false
    default: false
    }
  }

  private static let suffix = " as given"

  /// The heading under which a word is kept: ours have only our own words.
  static func keptHeading(_ heading: String) -> String {
    CSVColumn.isForeign(heading) ? heading : heading + suffix
  }

  /// Whether a kept word agrees with the item still.
  static func isStillTrue(_ field: ForeignField, of item: ItemValues) -> Bool {
    guard case .string(let text)? = JSONNode(text: field.text)?.value else { return true }
    let name = CSVHeader.plain(field.name.hasSuffix(suffix) ? String(field.name.dropLast(suffix.count)) : field.name)
    let column = CSVColumn(rawValue: name) ?? CSVColumn.otherNames.first { $0.value.contains(name) }?.key
    switch column {
    case .state where isOdd(text, in: .state): return state(text) == item.state
    case .priority where isOdd(text, in: .priority): return priority(text) == item.priority
    default: return true
    }
  }
}
