import Foundation

/// Writes what `task import` reads: an array with one task per line.
///
/// What Taskwarrior has no attribute for is written to attributes whose names begin with `docket`, which it keeps. The kept
/// templates of recurring tasks come after the items, and deleted tasks last.
///
/// Source: https://taskwarrior.org/docs/design/task/
struct TaskwarriorWriter: ItemWriter {
  private let calendar: Calendar
  private var isFirst = true
  private var templates = TaskwarriorTemplates()
  /// The templates of deleted series that were written, by their identifiers.
  private var deletedTemplates: Set<String> = []

  /// The attributes of a template that `task import` requires; without the last two version 2.6.2 crashes.
  private static let required: Set<String> = ["uuid", "description", "entry", "due", "recur"]

  init(calendar: Calendar) { self.calendar = calendar }

  mutating func begin() -> String { "[" }

  mutating func end() -> String {
    let last = templates.texts.map { record($0) }.joined()
    return last + (isFirst ? "]\n" : "\n]\n")
  }

  mutating func text(of item: ItemValues, urgency _: Double?) -> String {
    let kept = item.extra?.fields(of: .taskwarrior) ?? []
    templates.collect(kept, of: item, calendar)
    return record(Self.object(members(item, kept)))
  }

  /// A task with only what `task import` requires to delete it; with a series its template is deleted.
  mutating func text(ofDeleted item: ItemValues, at date: Date) -> String? {
    // An item that was made of a template stands no longer where an instance does.
    guard !templates.contains(item.uid.uuidString) else { return nil }
    let kept = item.extra?.fields(of: .taskwarrior) ?? []
    let end = [("status", text("deleted")), ("end", self.date(date))]
    var task = [
      ("uuid", text(item.uid.uuidString.lowercased())), ("description", text(item.title)),
      ("entry", self.date(item.createTimestamp)),
    ]
    if let recur = kept.first(where: { $0.name == "recur" && !$0.text.isEmpty }) {
      let due = item.due.map { TaskwarriorText.moment($0, calendar) } ?? date
      task += [("due", self.date(due)), ("recur", recur.text)]
    }
    let template = item.rule == nil ? nil : TaskwarriorTemplates.template(kept)
    guard let template, !templates.contains(template.uuid), deletedTemplates.insert(template.uuid).inserted else {
      return record(Self.object(task + end))
    }
    let members = template.members.filter { Self.required.contains($0.key) }.merging(end) { $1 }
    return record(Self.object(task + end)) + record(JSONNode.object(members))
  }

  private func members(_ item: ItemValues, _ kept: [ForeignField]) -> [(String, String)] {
    kept.isEmpty ? members(item) : TaskwarriorText.adding(kept, to: members(item), of: item, calendar)
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{\(members.map { "\(ItemJSON.quoted($0)):\($1)" }.joined(separator: ","))}"
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
      if let ours = TaskwarriorText.attribute(due, calendar) {
        members.append((TaskwarriorText.dueAttribute, text(ours)))
      }
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
