import Foundation

/// Writes a calendar with a VTODO for each item.
///
/// Source: https://www.rfc-editor.org/rfc/rfc5545#section-3.6.2
struct ICalendarWriter: ItemWriter {
  private let options: ExportOptions

  init(_ options: ExportOptions) { self.options = options }

  mutating func begin() -> String { "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//docket//docket//EN\r\n" }
  mutating func end() -> String { "END:VCALENDAR\r\n" }

  mutating func text(of item: ItemValues, urgency _: Double?) -> String {
    var lines = lines(item)
    if let kept = item.extra?.fields(of: .icalendar), !kept.isEmpty {
      lines = ICalendarText.adding(kept, to: lines, of: item, options.calendar)
    }
    return "BEGIN:VTODO\r\n" + lines.map { ICalendarText.folded($0.line) }.joined() + "END:VTODO\r\n"
  }

  private func lines(_ item: ItemValues) -> [(name: String, line: String)] {
    var lines = [
      ("UID", "UID:\(item.uid.uuidString)"), ("DTSTAMP", "DTSTAMP:\(TimestampText.basic(options.now))"),
      ("CREATED", "CREATED:\(TimestampText.basic(item.createTimestamp))"),
      ("LAST-MODIFIED", "LAST-MODIFIED:\(TimestampText.basic(item.timestamp))"),
      ("SUMMARY", "SUMMARY:\(ICalendarText.escaped(item.title))"),
    ]
    if !item.notes.isEmpty { lines.append(("DESCRIPTION", "DESCRIPTION:\(ICalendarText.escaped(item.notes))")) }
    if let start = item.start {
      lines += ICalendarText.lines(ofStart: start, due: item.due, options.calendar).map { ("DTSTART", $0) }
    }
    if let due = item.due { lines.append(("DUE", ICalendarText.line("DUE", due))) }
    lines += state(item).map { ("STATUS", $0) }
    if item.priority != .none { lines.append(("PRIORITY", "PRIORITY:\(number(item.priority))")) }
    if !item.tags.isEmpty {
      lines.append(("CATEGORIES", "CATEGORIES:\(item.tags.map(ICalendarText.escaped).joined(separator: ","))"))
    }
    if let rule = item.rule {
      // Where the standard's rule would be read as another one.
      if ICalendarText.rule(rule.standardText, start: item.start, due: item.due, options.calendar) != rule {
        lines.append(("X-DOCKET-RULE", "X-DOCKET-RULE:\(rule.rawValue)"))
      }
      lines.append(("RRULE", "RRULE:\(rule.standardText)"))
    }
    if let anchor = item.anchor {
      if item.due != nil || item.start != anchor {
        lines.append(("X-DOCKET-ANCHOR", ICalendarText.line("X-DOCKET-ANCHOR", anchor)))
      }
    } else if item.rule != nil, item.due == nil, item.start != nil {
      // Otherwise the start would be read as the first date of the series.
      lines.append(("X-DOCKET-ANCHOR", "X-DOCKET-ANCHOR:"))
    }
    if let parent = item.parentUID { lines.append(("PARENT", "RELATED-TO:\(parent.uuidString)")) }
    lines += item.blockerUIDs.map { ("BLOCKER", ICalendarText.blocker($0)) }
    if let list = item.list { lines.append(("X-DOCKET-LIST", "X-DOCKET-LIST:\(ICalendarText.escaped(list))")) }
    return lines
  }

  private func state(_ item: ItemValues) -> [String] {
    guard let completed = item.completedAt else { return ["STATUS:NEEDS-ACTION"] }
    return ["STATUS:COMPLETED", "COMPLETED:\(TimestampText.basic(completed))", "PERCENT-COMPLETE:100"]
  }

  private func number(_ priority: Priority) -> Int {
    switch priority {
    case .none: 0
    case .low: 9
    case .medium: 5
    case .high: 1
    }
  }
}
