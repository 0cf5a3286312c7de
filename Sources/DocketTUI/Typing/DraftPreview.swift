import DocketData
import TerminalUI

/// What was understood of a text so far, in one line.
struct DraftPreview {
  /// The bytes of a longer text are not looked at with each key.
  static let mostBytes = 8_192

  /// The columns that a title has at most before what was understood of it.
  private static let mostOfTitle = 60

  let roles: Roles
  let dates: DateWords
  let reference: DateReference
  let names: CompletionNames
  /// What completes the text.
  var completion: Completion?
  /// The list that a new item goes to if its text names none.
  var list: String?
  /// The tags that it gets besides those of its text.
  var tags: [String] = []

  /// - Returns: nil where there never is anything to say.
  func line(for draft: Draft) -> CellLine? {
    switch draft.purpose {
    case .new: newItem(draft)
    case .due: due(draft)
    case .list: self.list(draft)
    case .tags: candidates(draft) ?? CellLine()
    case .saveFilter(let query): CellLine("  \(query)", style: roles.detail)
    case .edit, .search, .rename: nil
    }
  }

  private func newItem(_ draft: Draft) -> CellLine {
    if let candidates = candidates(draft) { return candidates }
    guard draft.field.text.utf8.count <= Self.mostBytes else {
      return CellLine("  a long text: its tags, dates and lists are understood when it is saved", style: roles.detail)
    }
    let item = QuickAdd(draft.field.text, reference)
    var line = CellLine("  ", style: roles.detail)
    let missed = MissedToken.first(in: draft.field.text, item.tokens)
    if let missed { line.append(missed.words, style: missed.isUnfinished ? roles.detail : roles.failed) }
    guard !item.tokens.isEmpty || list != nil || !tags.isEmpty else { return line }
    if missed != nil { line.append(" · ", style: roles.detail) }
    let title = item.title.isEmpty ? "the title is missing" : item.title
    line.append(CellLine(title, style: roles.title, limit: Self.mostOfTitle + 1).truncated(to: Self.mostOfTitle))
    if let priority = item.priority { append("\(priority.name) priority", roles.priority, to: &line) }
    for tag in item.tags + tags where !tag.isEmpty { append("#\(tag)", roles.tag, to: &line) }
    if let due = item.dueAt { append("due \(dates.due(.moment(due))[0])", roles.due, to: &line) }
    if let recurrence = item.recurrence { append(recurrence.words, roles.detail, to: &line) }
    if let list = item.list ?? list { append("list \(list)", roles.detail, to: &line) }
    return line
  }

  private func due(_ draft: Draft) -> CellLine {
    let text = draft.field.text
    if draft.isUnchanged, draft.standsForSeveral { return theyStay }
    if text.saysNone { return CellLine("  no due date", style: roles.detail) }
    guard let span = DatePhrase.span(of: text, reference) else {
      return CellLine(
        "  not a date yet: today, fri, +3d, eom, 24 dec, 2026-12-24, each with a time", style: roles.detail)
    }
    return CellLine("  due \(dates.exact(.moment(span.due)))", style: roles.due)
  }

  private func list(_ draft: Draft) -> CellLine {
    let text = draft.field.text.trimmingCharacters(in: .whitespaces)
    if draft.isUnchanged, draft.standsForSeveral { return candidates(draft) ?? theyStay }
    if text.isEmpty { return candidates(draft) ?? CellLine("  no list", style: roles.detail) }
    if names.hasList(text) { return CellLine() }
    if names.saysNoList(text) { return CellLine("  no list", style: roles.detail) }
    return candidates(draft) ?? CellLine("  a new list “\(text)”", style: roles.detail)
  }

  private var theyStay: CellLine { CellLine("  they stay as they are", style: roles.detail) }

  private func candidates(_ draft: Draft) -> CellLine? {
    guard let completion = draft.completion ?? completion else { return nil }
    var line = CellLine("  ", style: roles.detail)
    line.append("Tab ", style: roles.key)
    line.append(completion.candidates.prefix(12).joined(separator: "  "), style: roles.detail)
    return line
  }

  private func append(_ text: String, _ style: Style, to line: inout CellLine) {
    line.append(" · ", style: roles.detail)
    line.append(text, style: style)
  }
}

extension Draft.Purpose {
  /// Whether there is a line about what was understood.
  var hasPreview: Bool {
    switch self {
    case .new, .due, .list, .tags, .saveFilter: true
    case .edit, .search, .rename: false
    }
  }
}
