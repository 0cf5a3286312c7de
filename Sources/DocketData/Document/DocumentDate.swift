import Foundation

/// A due date in a line: a day, or a day and a time.
enum DocumentDate {
  /// "2026-11-21" for a day, and for the end of one; "2026-11-21 17:00" otherwise.
  static func text(_ due: Due, _ calendar: Calendar) -> String {
    if let day = due.day { return day.text }
    let date = due.date(in: calendar)
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    let day = "\(padded(parts.year, 4))-\(padded(parts.month, 2))-\(padded(parts.day, 2))"
    return date.isEndOfDay(in: calendar) ? day : "\(day) \(padded(parts.hour, 2)):\(padded(parts.minute, 2))"
  }

  /// - Throws: `DocumentError` for what is no date.
  static func read(_ entry: DocumentEntry, _ reference: DateReference) throws(DocumentError) -> Date? {
    if entry.value.isEmpty || entry.value.lowercased() == "none" { return nil }
    if let span = DatePhrase.span(of: entry.value, reference) { return span.due }
    throw entry.error("“\(entry.value)” is no date: try today, fri 17:00, +3d, eom, 24 dec, 2026-12-24, or nothing.")
  }

  private static func padded(_ number: Int?, _ digits: Int) -> String {
    let text = String(number ?? 0)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
