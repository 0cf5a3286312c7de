import DocketData
import Foundation

/// A due date as it is typed: `tomorrow`, `fri 17:00`, `+3d`, `2026-12-24`.
struct DueDate: TypedValue {
  let date: Date

  init?(typed text: String) {
    guard let span = DatePhrase.span(of: text, DateReference()) else { return nil }
    date = span.due
  }

  static let help =
    "today, tomorrow, fri, 'next mon', +3d, eow, eom, '24 dec', 2026-12-24, each with a time if you like; or none"

  static let allowed = "a date such as today, fri, 'fri 17:00', +3d, eom, '24 dec', 2026-12-24"
}
