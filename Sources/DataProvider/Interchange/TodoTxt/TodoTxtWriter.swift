import Foundation

/// Writes one item in a line, as `todo.txt` has them: `x 2026-11-20 2026-11-01 Title +List @tag due:2026-12-24`.
///
/// What the format has no place for stands in `key:value` pairs, which other programs leave alone.
///
/// Source: https://github.com/todotxt/todo.txt
struct TodoTxtWriter: ItemWriter {
  let calendar: Calendar

  mutating func begin() -> String { "" }
  mutating func end() -> String { "" }

  mutating func text(of item: ItemValues) -> String {
    let title = plain(item.title)
    var words = head(item) + [title]
    if let list = item.list { words.append(list.contains(where: \.isWhitespace) ? pair(.list, list) : "+\(list)") }
    words += item.tags.map { "@\($0)" }
    if let due = item.dueAt { words += [pair(.due, day(due))] + (due.isEndOfDay(in: calendar) ? [] : [time(due)]) }
    if let recurrence = item.recurrence { words.append(pair(.rec, recurrence.rawValue)) }
    if item.isDone, let letter = letter(item.priority) { words.append(pair(.pri, letter)) }
    words.append(pair(.uid, item.uid.uuidString))
    if let parent = item.parentUID { words.append(pair(.parent, parent.uuidString)) }
    if title != item.title { words.append(pair(.title, item.title)) }
    if !item.notes.isEmpty { words.append(pair(.note, item.notes)) }
    return words.joined(separator: " ") + "\n"
  }

  /// What stands before the title.
  private func head(_ item: ItemValues) -> [String] {
    let created = day(item.createTimestamp)
    if let completed = item.completedAt { return ["x", day(completed), created] }
    return [letter(item.priority).map { "(\($0))" }, created].compactMap(\.self)
  }

  private func letter(_ priority: Priority) -> String? {
    switch priority {
    case .none: nil
    case .low: "C"
    case .medium: "B"
    case .high: "A"
    }
  }

  /// The title in words that stand for themselves.
  private func plain(_ title: String) -> String {
    let words = title.split { $0.isWhitespace || $0.isNewline || $0.unicodeScalars.contains { $0.value < 0x20 } }
    let isFirstOdd = words.first.map { $0 == "x" || $0.wholeMatch(of: /\([A-Z]\)|\d{4}-\d\d-\d\d/) != nil } ?? false
    let kept = words.filter(TodoTxtText.isPlainWord).dropFirst(isFirstOdd ? 1 : 0)
    return kept.isEmpty ? "…" : kept.joined(separator: " ")
  }

  private func pair(_ key: TodoTxtKey, _ value: String) -> String { "\(key.rawValue):\(TodoTxtText.encoded(value))" }

  private func day(_ date: Date) -> String {
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    return "\(TimestampText.pad(parts.year ?? 0, 4))-\(TimestampText.pad(parts.month ?? 0))-"
      + TimestampText.pad(parts.day ?? 0)
  }

  private func time(_ date: Date) -> String {
    let parts = calendar.dateComponents([.hour, .minute, .second], from: date)
    let minute = "\(TimestampText.pad(parts.hour ?? 0)):\(TimestampText.pad(parts.minute ?? 0))"
    return "\(TodoTxtKey.at.rawValue):\(minute)" + (parts.second == 0 ? "" : ":\(TimestampText.pad(parts.second ?? 0))")
  }
}
