import DocketData
import Foundation
import TerminalUI

/// What is said of a field for one property of items.
extension PromptPreview {
  /// Each title of an item that it waits for is looked up, and no more have room.
  private static let maxTitles = 4

  // MARK: - Dates and repetition

  /// Which date is meant, and what is lost or doubtful about it.
  ///
  /// - Parameters:
  ///   - none: what it means to type no date.
  ///   - words: how the date is said.
  func date(_ prompt: LinePrompt, none: String, _ words: (DateSpan) -> String) -> CellLine {
    let text = prompt.field.text
    if prompt.isUnchanged, prompt.standsForSeveral { return unchangedNotice }
    if text.meansNone { return CellLine("  \(none)", style: roles.detail) }
    guard let span = DatePhrase.span(of: text, reference) else {
      return examples("  not a date yet: ", DateForm.hints(quote: ""))
    }
    var line = DottedLine(style: roles.detail)
    line.append(words(span), roles.due)
    if span.isDay, let time = timeBefore(prompt) { line.append("without the time \(time)", roles.detail) }
    switch prompt.purpose {
    case .due:
      // Which of them have one is not looked up.
      if span.isDay, prompt.standsForSeveral { line.append("without times of day", roles.detail) }
      if let rule = series.rule { appendDoubt(of: Due(typed: span.due, in: reference.calendar), rule, to: &line) }
    case .start:
      let start = span.start(in: reference.calendar)
      let isLate = series.due.map { start.isAfter($0, in: reference.calendar) } ?? false
      if isLate { line.append(ItemDoubt.startsLate.words, roles.failed) }
    default: break
    }
    return line.line
  }

  /// Says that a due date is on a day that the rule does not have.
  func appendDoubt(of due: Due?, _ rule: RecurrenceRule, to line: inout DottedLine) {
    guard let due, !rule.mayHave(due, reference) else { return }
    line.append(ItemDoubt.isOffRule.words, roles.failed)
  }

  /// The time of the date that the prompt began with; nil if that was a day, or there was none.
  private func timeBefore(_ prompt: LinePrompt) -> Substring? {
    guard let span = DatePhrase.span(of: prompt.initialText, reference), !span.isDay else { return nil }
    return prompt.initialText.split(separator: " ").last
  }

  /// How the item will repeat, and when it is due if it begins to.
  func every(_ prompt: LinePrompt) -> CellLine {
    let text = prompt.field.text
    if prompt.isUnchanged, prompt.standsForSeveral { return indented(candidates(prompt)) ?? unchangedNotice }
    if text.isEmpty, let candidates = indented(candidates(prompt)) { return candidates }
    if text.meansNone { return CellLine("  does not repeat", style: roles.detail) }
    if let rule = RecurrencePhrase.rule(of: text, reference) { return words(for: rule) }
    return indented(candidates(prompt))
      ?? examples("  not a repetition yet: ", RecurrencePhrase.briefHelp)
  }

  private func words(for rule: RecurrenceRule) -> CellLine {
    var line = DottedLine(style: roles.detail)
    if rule.hasEnded(reference) { line.append(ItemDoubt.hasEnded.words, roles.failed) }
    line.append(rule.words, roles.due)
    appendDoubt(of: series.due, rule, to: &line)
    if beginsSeries, let first = rule.firstDue(reference) {
      line.append("due \(dates.due(first)[0])", roles.due)
    }
    return line.line
  }

  // MARK: - Tags and lists

  /// What is added and removed, and what completes the tags, unless one of them can't be one.
  func tags(_ prompt: LinePrompt) -> CellLine {
    let words = TagWords(prompt.field.text, before: prompt.initialText)
    if let refusal = refusal({ for name in words.added where !name.isEmpty { _ = try TagName(name) } }) {
      return refusal
    }
    var line = DottedLine(style: roles.detail)
    // Which tags several items have is not looked up.
    let removed = prompt.standsForSeveral ? words.removed : words.removed.filter(words.had)
    for (verb, names) in [("adds", words.added), ("removes", removed)] {
      var seen: Set<String> = []
      let names = names.filter { !$0.isEmpty && seen.insert(TagName.key(of: $0)).inserted }
      if !names.isEmpty { line.append("\(verb) #\(names.joined(separator: ", #"))", roles.tag) }
    }
    // The last word may go on.
    let isOver = prompt.field.text.last.map { $0.isWhitespace || $0 == "," } ?? true
    let missing = words.removed.dropLast(isOver ? 0 : 1).filter { !words.had($0) }
    if !prompt.standsForSeveral, !missing.isEmpty {
      line.append("does not have #\(missing.joined(separator: ", #"))", roles.failed)
    }
    if let candidates = candidates(prompt, indent: line.nextColumn) { line.append(candidates) }
    return line.line
  }

  /// Why Enter would refuse a name; nil if it would not.
  func refusal(_ check: () throws -> Void) -> CellLine? {
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

  /// Which list it is: a new one, or one whose name can be completed.
  func list(_ prompt: LinePrompt) -> CellLine {
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

  // MARK: - Numbers of items

  /// The titles of the items whose numbers were typed, or why they can't wait for one of these.
  func blockers(_ prompt: LinePrompt) -> CellLine {
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

  // MARK: - Parts

  /// What stands below a field of several items that nobody touched.
  private var unchangedNotice: CellLine { CellLine("  no change", style: roles.detail) }

  /// Some words, with as many examples of a list as there is room for.
  private func examples(_ words: String, _ list: String) -> CellLine {
    let room = width - TerminalText.width(of: words)
    return CellLine(words + list.components(separatedBy: ", ").joined(by: ", ", width: room), style: roles.detail)
  }
}
