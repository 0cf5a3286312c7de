import DocketConfiguration
import DocketData
import Foundation
import TerminalUI

/// One line that says what the text of a prompt means so far.
struct PromptPreview {
  /// A longer text is not parsed with each key.
  static let maxBytes = 8_192

  /// Each title of an item that it waits for is looked up, and no more have room.
  private static let maxTitles = 4
  /// The most numbers of which it is looked up whether they are those of items.
  private static let maxBlockers = 20

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

  /// Says that what would be a tag, a date or a list in a new item stays in a title, and which key is for that; nil if
  /// nothing of it was typed.
  private func marksInTitle(_ prompt: LinePrompt) -> CellLine? {
    let text = prompt.field.text
    guard text != prompt.initialText, text.utf8.count <= Self.maxBytes, let found = marks(in: text).nonEmpty else {
      return nil
    }
    let known = Set(marks(in: prompt.initialText).map(\.text))
    guard let new = found.filter({ !known.contains($0.text) }).nonEmpty else { return nil }
    let words = new.count == 1 ? "“\(new[0].text)” stays" : "“\(new[0].text)” and \(new.count - 1) more stay"
    let command = new[0].command
    let remedy = key(command).map { "; \($0) in the list is for it: \(command.entry.title)" } ?? ""
    return CellLine("  \(words) in the title\(remedy)", style: roles.detail)
  }

  /// What quick add would take out of a text, and the command that is for it.
  private func marks(in text: String) -> [(text: String, command: Command)] {
    guard text.contains(where: "#!@>~:".contains) else { return [] }
    let characters = Array(text)
    return QuickAdd(text, reference).tokens.map { (String(characters[$0.range]), $0.meaning.command) }
  }

  /// What was understood, what may be meant otherwise, and what can be completed.
  private func newItem(_ prompt: LinePrompt) -> CellLine {
    guard prompt.field.text.utf8.count <= Self.maxBytes else {
      return CellLine("  a long text: tags, dates and lists are read when it is saved", style: roles.detail)
    }
    let typed = QuickAdd(prompt.field.text, reference)
    let unknown = Set(typed.blockers.prefix(Self.maxBlockers).filter { title($0) == nil })
    let item = unknown.isEmpty ? typed : QuickAdd(prompt.field.text, reference, unknownItems: unknown)
    var line = CellLine("  ", style: roles.detail)
    if prompt.isDraft { append(draftNote(prompt), roles.title, to: &line) }
    appendDates(of: item, to: &line)
    appendDoubts(about: item, in: prompt.field.text, to: &line)
    appendMarks(of: item, to: &line)
    let indent = line.width + (line.width > 2 ? Self.dot.count : 0)
    if let candidates = candidates(prompt, indent: indent) { append(candidates, to: &line) }
    return line
  }

  private func draftNote(_ prompt: LinePrompt) -> String {
    // The key clears what is before the cursor.
    let isAtEnd = prompt.field.textBeforeCursor.endIndex == prompt.field.text.endIndex
    return isAtEnd ? "a draft; ^u clears it" : "a draft"
  }

  private func appendDoubts(about item: QuickAdd, in text: String, to line: inout CellLine) {
    let missed = MissedToken.all(in: text, item.tokens)
    if let note = missed.noteWhileTyping {
      append(note, missed.allSatisfy(\.isUnfinished) ? roles.detail : roles.failed, to: &line)
    }
    for words in WordsBehindToken.all(in: text, item.tokens, reference, isList: names.hasList) {
      append(words.note, roles.detail, to: &line)
    }
    for token in OverruledToken.all(in: text, item.tokens) { append(token.note, roles.failed, to: &line) }
  }

  /// The dates and the repetition, which the words that are typed do not show.
  private func appendDates(of item: QuickAdd, to line: inout CellLine) {
    if item.title.isEmpty, !item.tokens.isEmpty || list != nil || !tags.isEmpty {
      append("the title is missing", roles.title, to: &line)
    }
    var new = item.newItem(timestamp: reference.now)
    new.due = (item.dueAt ?? due).map { Due(typed: $0, in: reference.calendar) }
    new.beginSeries(reference)
    if let due = new.due { append("due \(dates.due(due)[0])", roles.due, to: &line) }
    if let start = new.start {
      let isLate = new.due.map { start.isAfter($0, in: reference.calendar) } ?? false
      let words = isLate ? ItemDoubt.startsLate.words : "starts \(dates.due(start)[0])"
      append(words, isLate ? roles.failed : roles.detail, to: &line)
    }
    if let rule = new.rule {
      if rule.hasEnded(reference) { append(ItemDoubt.hasEnded.words, roles.failed, to: &line) }
      append(rule.words, roles.detail, to: &line)
      appendDoubt(of: new.due, rule, to: &line)
    }
  }

  /// List, priority, tags and blockers, which the line itself shows as they are.
  private func appendMarks(of item: QuickAdd, to line: inout CellLine) {
    if let list = item.list ?? list {
      append("in \(names.hasList(list) ? "" : "the new ")list \(list)", roles.detail, to: &line)
    }
    if let priority = item.priority { append("\(priority.name) priority", roles.priority, to: &line) }
    for tag in item.tags + tags where !tag.isEmpty { append("#\(tag)", roles.tag, to: &line) }
    if !item.blockers.isEmpty {
      append("after \(item.blockers.map(String.init).joined(separator: ", "))", roles.detail, to: &line)
    }
  }

  private func date(_ prompt: LinePrompt, none: String, _ words: (DateSpan) -> String) -> CellLine {
    let text = prompt.field.text
    if prompt.isUnchanged, prompt.standsForSeveral { return unchangedNotice }
    if text.meansNone { return CellLine("  \(none)", style: roles.detail) }
    guard let span = DatePhrase.span(of: text, reference) else {
      return examples("  not a date yet: ", DateForm.hints(quote: ""))
    }
    var line = CellLine("  \(words(span))", style: roles.due)
    if span.isDay, let time = timeBefore(prompt) { append("without the time \(time)", roles.detail, to: &line) }
    if case .due = prompt.purpose, let rule = series.rule {
      appendDoubt(of: Due(typed: span.due, in: reference.calendar), rule, to: &line)
    }
    return line
  }

  /// Says that a due date is on a day that the rule does not have.
  private func appendDoubt(of due: Due?, _ rule: RecurrenceRule, to line: inout CellLine) {
    guard let due, !rule.mayHave(due, reference) else { return }
    append(ItemDoubt.isOffRule.words, roles.failed, to: &line)
  }

  /// The time of the date that the prompt began with; nil if that was a day, or there was none.
  private func timeBefore(_ prompt: LinePrompt) -> Substring? {
    guard let span = DatePhrase.span(of: prompt.initialText, reference), !span.isDay else { return nil }
    return prompt.initialText.split(separator: " ").last
  }

  /// What is added and removed, and what completes the tags, unless one of them can't be one.
  private func tags(_ prompt: LinePrompt) -> CellLine {
    let words = TagWords(prompt.field.text, before: prompt.initialText)
    if let refusal = refusal({ for name in words.added where !name.isEmpty { _ = try TagName(name) } }) {
      return refusal
    }
    var line = CellLine("  ", style: roles.detail)
    // Which tags several items have is not looked up.
    let removed = prompt.standsForSeveral ? words.removed : words.removed.filter(words.had)
    for (verb, names) in [("adds", words.added), ("removes", removed)] {
      var seen: Set<String> = []
      let names = names.filter { !$0.isEmpty && seen.insert(TagName.key(of: $0)).inserted }
      if !names.isEmpty { append("\(verb) #\(names.joined(separator: ", #"))", roles.tag, to: &line) }
    }
    // The last word may go on.
    let isOver = prompt.field.text.last.map { $0.isWhitespace || $0 == "," } ?? true
    let missing = words.removed.dropLast(isOver ? 0 : 1).filter { !words.had($0) }
    if !prompt.standsForSeveral, !missing.isEmpty {
      append("does not have #\(missing.joined(separator: ", #"))", roles.failed, to: &line)
    }
    let indent = line.width + (line.width > 2 ? Self.dot.count : 0)
    if let candidates = candidates(prompt, indent: indent) { append(candidates, to: &line) }
    return line
  }

  /// Why Enter would refuse a name; nil if it would not.
  private func refusal(_ check: () throws -> Void) -> CellLine? {
    do {
      try check()
      return nil
    } catch ItemError.unusableTag {
      // The text stands above, and may be long.
      return CellLine("  a tag is one word of up to \(TagName.maxLength) characters", style: roles.failed)
    } catch ItemError.unusableList {
      return CellLine("  a name is one line of up to \(ListName.maxLength) characters", style: roles.failed)
    } catch {
      return CellLine("  \(error)", style: roles.failed)
    }
  }

  /// The titles of the items whose numbers were typed, or why they can't wait for one of these.
  private func blockers(_ prompt: LinePrompt) -> CellLine {
    let text = prompt.field.text
    if prompt.isUnchanged, prompt.standsForSeveral { return unchangedNotice }
    if text.meansNone { return CellLine("  waits for nothing", style: roles.detail) }
    guard text.utf8.count <= Self.maxBytes, let typed = ItemNumberWords.numbers(in: text) else {
      return indented(candidates(prompt)) ?? CellLine("  \(noSuggestion)", style: roles.detail)
    }
    var seen: Set<Int64> = []
    let numbers = typed.filter { seen.insert($0).inserted }
    if let reason = numbers.prefix(Self.maxBlockers).lazy.compactMap(reasonNotToWait).first {
      return CellLine("  \(reason)", style: roles.failed)
    }
    let shown = numbers.prefix(Self.maxTitles).compactMap(title).map { "“\($0)”" }
    let more = numbers.count > shown.count ? " and \(numbers.count - shown.count) more" : ""
    return CellLine("  waits for \(shown.joined(separator: ", "))\(more)", style: roles.detail)
  }

  private var noSuggestion: String {
    switch suggestions {
    case .noWords: "not the numbers of items yet: 12 15; the details show them"
    case .searching: "searching…"
    case .found: "no open item has these words in its title"
    }
  }

  private func every(_ prompt: LinePrompt) -> CellLine {
    let text = prompt.field.text
    if prompt.isUnchanged, prompt.standsForSeveral { return indented(candidates(prompt)) ?? unchangedNotice }
    if text.isEmpty, let candidates = indented(candidates(prompt)) { return candidates }
    if text.meansNone { return CellLine("  does not repeat", style: roles.detail) }
    if let rule = RecurrencePhrase.rule(of: text, reference) { return words(for: rule) }
    return indented(candidates(prompt))
      ?? examples("  not a repetition yet: ", RecurrencePhrase.briefHelp)
  }

  private func words(for rule: RecurrenceRule) -> CellLine {
    var line = CellLine("  ", style: roles.due)
    if rule.hasEnded(reference) { append(ItemDoubt.hasEnded.words, roles.failed, to: &line) }
    append(rule.words, roles.due, to: &line)
    appendDoubt(of: series.due, rule, to: &line)
    if beginsSeries, let first = rule.firstDue(reference) {
      append("due \(dates.due(first)[0])", roles.due, to: &line)
    }
    return line
  }

  private func list(_ prompt: LinePrompt) -> CellLine {
    let text = prompt.field.text
    if prompt.isUnchanged, prompt.standsForSeveral { return indented(candidates(prompt)) ?? unchangedNotice }
    guard let name = names.list(typed: text) else {
      let isBegun = text.contains { !$0.isWhitespace }
      return (isBegun ? nil : indented(candidates(prompt))) ?? CellLine("  no list", style: roles.detail)
    }
    if names.hasList(name) { return CellLine() }
    return refusal { _ = try ListName(name) } ?? indented(candidates(prompt))
      ?? CellLine("  a new list “\(name)”", style: roles.detail)
  }

  private var unchangedNotice: CellLine { CellLine("  no change", style: roles.detail) }

  private static let maxCandidates = 12

  /// - Parameter indent: the columns before them.
  private func candidates(_ prompt: LinePrompt, indent: Int = 2) -> CellLine? {
    guard let completion = prompt.completion ?? completion else { return nil }
    var line = CellLine("Tab ", style: roles.key)
    let labels = completion.labels.prefix(Self.maxCandidates)
    line.append(labels.joined(by: "  ", width: width - indent - line.width), style: roles.detail)
    return line
  }

  /// Some words, with as many examples of a list as there is room for.
  private func examples(_ words: String, _ list: String) -> CellLine {
    let room = width - TerminalText.width(of: words)
    return CellLine(words + list.components(separatedBy: ", ").joined(by: ", ", width: room), style: roles.detail)
  }

  private func indented(_ line: CellLine?) -> CellLine? {
    line.map { line in
      var indented = CellLine("  ", style: roles.detail)
      indented.append(line)
      return indented
    }
  }

  private static let dot = " · "

  private func append(_ text: String, _ style: Style, to line: inout CellLine) {
    append(CellLine(text, style: style), to: &line)
  }

  /// Appends a part, behind a dot unless it is the first.
  private func append(_ part: CellLine, to line: inout CellLine) {
    if line.width > 2 { line.append(Self.dot, style: roles.detail) }
    line.append(part)
  }
}

extension Array {
  fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}

extension QuickAdd.Meaning {
  /// What gives it to an item that is there.
  fileprivate var command: Command {
    switch self {
    case .tag: .tags
    case .priority: .raisePriority
    case .due: .due
    case .start: .start
    case .list: .list
    case .rule: .every
    case .blockers: .waitsFor
    }
  }
}

extension Collection<String> {
  /// The first texts that have room, at least one of them, and a mark for the others.
  fileprivate func joined(by separator: String, width: Int) -> String {
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
  /// The items whose due date or repetition it is about.
  var datedItems: ItemTargets? {
    switch self {
    case .due(let targets), .every(let targets): targets
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

/// What is wrong with a line, with a mark below the mistake.
struct PlacedProblem {
  let message: String
  let columns: Range<Int>?

  /// - Parameter columns: where the mistake is; nil if that can't be seen.
  init(_ message: String, at columns: Range<Int>?) {
    (self.message, self.columns) = (message, columns)
  }

  /// The columns of a message that are enough to understand it.
  private static let minWidth = 24

  /// The mark with the message after it, before it, or instead of it, depending on the room.
  func line(width: Int, style: Style) -> CellLine {
    let text = CellLine(message, style: style)
    var line = CellLine()
    guard let columns else {
      line.append(" ", style: style)
      line.append(text)
      return line.truncated(to: width)
    }
    let place = columns.lowerBound
    let mark = String(repeating: "^", count: max(1, min(columns.count, width - place)))
    if place + mark.count + 1 + min(text.width, Self.minWidth) <= width {
      line.pad(to: place)
      line.append("\(mark) ", style: style)
      line.append(text)
    } else if text.width + 1 <= place, place < width {
      line.pad(to: place - text.width - 1)
      line.append(text)
      line.append(" \(mark)", style: style)
    } else {
      line.append(" ", style: style)
      line.append(text)
    }
    return line.truncated(to: width)
  }
}
