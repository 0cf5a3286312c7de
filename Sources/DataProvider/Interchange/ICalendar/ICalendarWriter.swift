import Foundation

/// Writes a calendar with a VTODO for each item.
///
/// Source: https://www.rfc-editor.org/rfc/rfc5545#section-3.6.2
struct ICalendarWriter: ItemWriter {
  private let options: ExportOptions

  init(_ options: ExportOptions) { self.options = options }

  mutating func begin() -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//docket//docket//EN\r\n"
  }

  mutating func end() -> String { "END:VCALENDAR\r\n" }

  mutating func text(of item: ItemValues) -> String {
    var lines = [
      "BEGIN:VTODO", "UID:\(item.uid.uuidString)", "DTSTAMP:\(TimestampText.basic(options.now))",
      "CREATED:\(TimestampText.basic(item.createTimestamp))", "LAST-MODIFIED:\(TimestampText.basic(item.timestamp))",
      "SUMMARY:\(ICalendarText.escaped(item.title))",
    ]
    if !item.notes.isEmpty { lines.append("DESCRIPTION:\(ICalendarText.escaped(item.notes))") }
    if let due = item.dueAt { lines.append(self.due(due)) }
    lines += state(item)
    if item.priority != .none { lines.append("PRIORITY:\(number(item.priority))") }
    if !item.tags.isEmpty {
      lines.append("CATEGORIES:\(item.tags.map(ICalendarText.escaped).joined(separator: ","))")
    }
    if let recurrence = item.recurrence { lines.append("RRULE:\(rule(recurrence))") }
    if let parent = item.parentUID { lines.append("RELATED-TO:\(parent.uuidString)") }
    if let list = item.list { lines.append("X-DOCKET-LIST:\(ICalendarText.escaped(list))") }
    lines.append("END:VTODO")
    return lines.map(ICalendarText.folded).joined()
  }

  private func state(_ item: ItemValues) -> [String] {
    guard let completed = item.completedAt else { return ["STATUS:NEEDS-ACTION"] }
    return ["STATUS:COMPLETED", "COMPLETED:\(TimestampText.basic(completed))", "PERCENT-COMPLETE:100"]
  }

  private func due(_ date: Date) -> String {
    guard date.isEndOfDay(in: options.calendar) else { return "DUE:\(TimestampText.basic(date))" }
    let parts = options.calendar.dateComponents([.year, .month, .day], from: date)
    let day = TimestampText.pad(parts.year ?? 0, 4) + TimestampText.pad(parts.month ?? 0)
    return "DUE;VALUE=DATE:\(day)\(TimestampText.pad(parts.day ?? 0))"
  }

  private func number(_ priority: Priority) -> Int {
    switch priority {
    case .none: 0
    case .low: 9
    case .medium: 5
    case .high: 1
    }
  }

  private func rule(_ recurrence: Recurrence) -> String {
    let frequency =
      switch recurrence.unit {
      case .day: "DAILY"
      case .week: "WEEKLY"
      case .month: "MONTHLY"
      case .year: "YEARLY"
      }
    return "FREQ=\(frequency)" + (recurrence.interval == 1 ? "" : ";INTERVAL=\(recurrence.interval)")
  }
}
