import ArgumentParser
import DataProvider

/// How an item comes again, as it is typed: `week`, `2weeks`, or `none`.
struct Repetition: ExpressibleByArgument, Sendable {
  /// Nil for none.
  let recurrence: Recurrence?

  init?(argument: String) {
    guard argument.lowercased() != "none" else {
      recurrence = nil
      return
    }
    guard let recurrence = Recurrence(rawValue: argument) else { return nil }
    self.recurrence = recurrence
  }

  static let help = "day, week, month, year, or a number of them as in 2weeks"
}
