import ArgumentParser
import DataProvider
import Foundation

/// A due date as it is typed: `tomorrow`, `fri 17:00`, `+3d`, `2026-12-24`, or `none`.
struct DueDate: ExpressibleByArgument, Sendable {
  /// Nil for none.
  let date: Date?

  init?(argument: String) {
    guard argument.lowercased() != "none" else {
      date = nil
      return
    }
    guard let span = DatePhrase.span(of: argument, DateReference()) else { return nil }
    date = span.due
  }

  static let help =
    "today, tomorrow, fri, 'next mon', +3d, eow, eom, '24 dec', 2026-12-24, each with a time if you like"
}
