import DocketConfiguration
import DocketData
import Foundation
import TerminalUI

/// One line that says what the text of a prompt means so far.
struct PromptPreview {
  /// A longer text is not parsed with each key.
  static let maxBytes = 8_192

  /// The most numbers of which it is looked up whether they are those of items.
  static let maxBlockers = 20

  let roles: Roles
  let dates: DateWords
  let reference: DateReference
  let names: CompletionNames
  /// The columns that there are: what is offered to be typed is whole, or left out.
  var width = Int.max
  /// What completes the text.
  var completion: Completion?
  /// The list that a new item goes to if its text names none.
  var list: String?
  /// When it is due if its text does not say it.
  var due: Date?
  /// Whether the item has no date, and is due when it begins to repeat.
  var beginsSeries = false
  /// How the item repeats, and when it is due, if it is about one.
  var series: (rule: RecurrenceRule?, due: Due?) = (nil, nil)
  /// The tags that it gets besides those of its text.
  var tags: [String] = []
  /// What was found for the words of a field that takes numbers of items.
  var suggestions = ItemSuggestions.Answer.noWords
  /// The title of an item, by its number; nil if there is none.
  var title: (Int64) -> String? = { _ in nil }
  /// The first key of a command; nil if it has none.
  var key: (Command) -> String? = { _ in nil }
  /// Why the items can't wait for the one with a number; nil if they can.
  var reasonNotToWait: (Int64) -> String? = { _ in nil }

  /// - Returns: nil where there never is anything to say.
  func line(for prompt: LinePrompt) -> CellLine? {
    switch prompt.purpose {
    case .new: newItem(prompt)
    case .due: date(prompt, none: "no due date") { "due \(dates.exact(.moment($0.due)))" }
    case .start: date(prompt, none: "can be begun now") { "starts \(dates.exact($0.start(in: reference.calendar)))" }
    case .blockers: blockers(prompt)
    case .every: every(prompt)
    case .list: self.list(prompt)
    case .tags: tags(prompt)
    case .saveFilter(let query):
      (prompt.field.text.isEmpty ? nil : refusal { _ = try ListName.ofFilter(prompt.field.text) })
        ?? CellLine("  \(query)", style: roles.detail)
    case .share(let list):
      CellLine("  the list “\(list)”, sealed: only who has an invitation can read it", style: roles.detail)
    case .edit: prompt.isDraft ? CellLine("  \(draftNote(prompt))", style: roles.title) : marksInTitle(prompt)
    case .search, .rename, .join: nil
    }
  }

  func draftNote(_ prompt: LinePrompt) -> String {
    // The key clears what is before the cursor.
    let isAtEnd = prompt.field.textBeforeCursor.endIndex == prompt.field.text.endIndex
    return isAtEnd ? "a draft; ^u clears it" : "a draft"
  }

  private static let maxCandidates = 12

  /// - Parameter indent: the columns before them.
  func candidates(_ prompt: LinePrompt, indent: Int = 2) -> CellLine? {
    guard let completion = prompt.completion ?? completion else { return nil }
    var line = CellLine("Tab ", style: roles.key)
    let labels = completion.labels.prefix(Self.maxCandidates)
    line.append(labels.joined(by: "  ", width: width - indent - line.width), style: roles.detail)
    return line
  }

  func indented(_ line: CellLine?) -> CellLine? {
    line.map { line in
      var indented = CellLine("  ", style: roles.detail)
      indented.append(line)
      return indented
    }
  }
}

extension Collection<String> {
  /// The first texts that have room, at least one of them, and a mark for the others.
  func joined(by separator: String, width: Int) -> String {
    let gap = TerminalText.width(of: separator)
    var text = first ?? ""
    var (used, left) = (TerminalText.width(of: text), count - 1)
    for next in dropFirst() {
      let more = gap + TerminalText.width(of: next)
      // The mark needs its room, unless this is the last one.
      guard used + more + (left > 1 ? gap + 1 : 0) <= width else { return text + separator + "…" }
      (text, used, left) = (text + separator + next, used + more, left - 1)
    }
    return text
  }
}

extension LinePrompt.Purpose {
  /// The items whose dates or repetition it is about.
  var datedItems: ItemTargets? {
    switch self {
    case .due(let targets), .start(let targets), .every(let targets): targets
    default: nil
    }
  }

  /// Whether a preview stands below it whatever is typed.
  var hasPreview: Bool {
    switch self {
    case .new, .due, .start, .blockers, .every, .list, .tags, .saveFilter, .share: true
    case .edit, .search, .rename, .join: false
    }
  }

  /// Whether one stands below it only while there is something to say.
  var hasPreviewAtTimes: Bool {
    if case .edit = self { true } else { false }
  }
}

/// A line of parts with dots between them, behind two columns.
struct DottedLine {
  private static let indent = 2
  private static let dot = " · "

  private let dotStyle: Style
  private(set) var line: CellLine

  /// - Parameter style: that of the dots.
  init(style: Style) { (dotStyle, line) = (style, CellLine(String(repeating: " ", count: Self.indent), style: style)) }

  private var isEmpty: Bool { line.width <= Self.indent }

  /// The column at which the next part begins.
  var nextColumn: Int { line.width + (isEmpty ? 0 : Self.dot.count) }

  mutating func append(_ text: String, _ style: Style) { append(CellLine(text, style: style)) }

  mutating func append(_ part: CellLine) {
    if !isEmpty { line.append(Self.dot, style: dotStyle) }
    line.append(part)
  }
}
