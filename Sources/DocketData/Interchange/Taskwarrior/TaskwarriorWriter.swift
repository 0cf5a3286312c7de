import Foundation

/// Writes what `task import` reads: an array with one task per line.
///
/// What Taskwarrior has no attribute for is written to attributes whose names begin with `docket`, which it keeps. The kept
/// templates of recurring tasks come last.
///
/// Source: https://taskwarrior.org/docs/design/task/
struct TaskwarriorWriter: ItemWriter {
  private let calendar: Calendar
  private var isFirst = true
  private var templates = TaskwarriorTemplates()

  init(calendar: Calendar) { self.calendar = calendar }

  mutating func begin() -> String { "[" }

  mutating func end() -> String {
    let last = templates.texts.map { record($0) }.joined()
    return last + (isFirst ? "]\n" : "\n]\n")
  }

  mutating func text(of item: ItemValues) -> String {
    let kept = item.extra?.fields(of: .taskwarrior) ?? []
    templates.collect(kept, of: item)
    let members = kept.isEmpty ? members(item) : TaskwarriorText.adding(kept, to: members(item), of: item, calendar)
    return record("{\(members.map { "\(ItemJSON.quoted($0)):\($1)" }.joined(separator: ","))}")
  }

  private mutating func record(_ object: String) -> String {
    defer { isFirst = false }
    return (isFirst ? "\n" : ",\n") + object
  }

  private func members(_ item: ItemValues) -> [(String, String)] {
    var members = [
      ("uuid", text(item.uid.uuidString.lowercased())), ("status", text(item.isDone ? "completed" : "pending")),
      ("description", text(item.title)), ("entry", date(item.createTimestamp)), ("modified", date(item.timestamp)),
    ]
    if let due = item.due {
      let moment = TaskwarriorText.moment(due, calendar)
      members.append(("due", date(moment)))
      if let ours = TaskwarriorText.attribute(due, calendar) { members.append(("docketdue", text(ours))) }
    }
    if let end = item.completedAt { members.append(("end", date(end))) }
    if let letter = letter(item.priority) { members.append(("priority", text(letter))) }
    if let list = item.list { members.append(("project", text(list))) }
    if !item.tags.isEmpty { members.append(("tags", "[\(item.tags.map(text).joined(separator: ","))]")) }
    if !item.notes.isEmpty {
      members.append(("annotations", "[\(TaskwarriorText.annotation(item.notes, at: item.createTimestamp))]"))
    }
    if let rule = item.rule { members.append(("docketrecur", text(rule.text))) }
    if let anchor = item.anchor { members.append(("docketanchor", text(anchor.rawValue))) }
    if let start = item.start { members += TaskwarriorText.members(ofStart: start, calendar) }
    if !item.blockerUIDs.isEmpty { members.append(("depends", TaskwarriorText.list(item.blockerUIDs))) }
    if let parent = item.parentUID { members.append(("docketparent", text(parent.uuidString.lowercased()))) }
    return members
  }

  private func letter(_ priority: Priority) -> String? {
    switch priority {
    case .none: nil
    case .low: "L"
    case .medium: "M"
    case .high: "H"
    }
  }

  private func text(_ text: String) -> String { ItemJSON.quoted(text) }

  private func date(_ date: Date) -> String { text(TimestampText.basic(date)) }
}
