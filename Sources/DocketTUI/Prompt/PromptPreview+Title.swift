import DocketConfiguration
import DocketData
import Foundation
import TerminalUI

/// What is said of a title, that of a new item or of one that is there.
extension PromptPreview {
  /// What was understood, what may be meant otherwise, and what can be completed.
  func newItem(_ prompt: LinePrompt) -> CellLine {
    guard prompt.field.text.utf8.count <= Self.maxBytes else {
      return CellLine("  a long text: tags, dates and lists are read when it is saved", style: roles.detail)
    }
    let typed = QuickAdd(prompt.field.text, reference)
    let unknown = Set(typed.blockers.prefix(Self.maxBlockers).filter { title($0) == nil })
    let item = unknown.isEmpty ? typed : QuickAdd(prompt.field.text, reference, unknownItems: unknown)
    var line = DottedLine(style: roles.detail)
    if prompt.isDraft { line.append(draftNote(prompt), roles.title) }
    appendDates(of: item, to: &line)
    appendDoubts(about: item, in: prompt.field.text, to: &line)
    appendMarks(of: item, to: &line)
    if let candidates = candidates(prompt, indent: line.nextColumn) { line.append(candidates) }
    return line.line
  }

  private func appendDoubts(about item: QuickAdd, in text: String, to line: inout DottedLine) {
    let missed = MissedToken.all(in: text, item.tokens)
    if let note = missed.noteWhileTyping {
      line.append(note, missed.allSatisfy(\.isUnfinished) ? roles.detail : roles.failed)
    }
    for words in WordsBehindToken.all(in: text, item.tokens, reference, isList: names.hasList) {
      line.append(words.note, roles.detail)
    }
    for token in OverruledToken.all(in: text, item.tokens) { line.append(token.note, roles.failed) }
  }

  /// The dates and the repetition, which the words that are typed do not show.
  private func appendDates(of item: QuickAdd, to line: inout DottedLine) {
    if item.title.isEmpty, !item.tokens.isEmpty || list != nil || !tags.isEmpty {
      line.append("the title is missing", roles.title)
    }
    var new = item.newItem(timestamp: reference.now)
    new.due = (item.dueAt ?? due).map { Due(typed: $0, in: reference.calendar) }
    new.beginSeries(reference)
    if let due = new.due { line.append("due \(dates.due(due)[0])", roles.due) }
    if let start = new.start {
      let isLate = new.due.map { start.isAfter($0, in: reference.calendar) } ?? false
      let words = isLate ? ItemDoubt.startsLate.words : "starts \(dates.due(start)[0])"
      line.append(words, isLate ? roles.failed : roles.detail)
    }
    if let rule = new.rule {
      if rule.hasEnded(reference) { line.append(ItemDoubt.hasEnded.words, roles.failed) }
      line.append(rule.words, roles.detail)
      appendDoubt(of: new.due, rule, to: &line)
    }
  }

  /// List, priority, tags and blockers, which the line itself shows as they are.
  private func appendMarks(of item: QuickAdd, to line: inout DottedLine) {
    if let list = item.list ?? list {
      line.append("in \(names.hasList(list) ? "" : "the new ")list \(list)", roles.detail)
    }
    if let priority = item.priority { line.append("\(priority.name) priority", roles.priority) }
    for tag in item.tags + tags where !tag.isEmpty { line.append("#\(tag)", roles.tag) }
    if !item.blockers.isEmpty {
      line.append("after \(item.blockers.map(String.init).joined(separator: ", "))", roles.detail)
    }
  }

  /// Says that what would be a tag, a date or a list in a new item stays in a title, and which key is for that; nil if
  /// nothing of it was typed.
  func marksInTitle(_ prompt: LinePrompt) -> CellLine? {
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
