import DataProvider

/// How an item comes again, as it is typed: `week`, `2weeks`, or `none`.
struct Repetition: TypedValue {
  /// Nil for none.
  let recurrence: Recurrence?

  init?(typed text: String) {
    guard text.lowercased() != "none" else {
      recurrence = nil
      return
    }
    guard let recurrence = Recurrence(rawValue: text) else { return nil }
    self.recurrence = recurrence
  }

  static let allowed = "day, week, month, year, a number of them as in 2weeks, or none"
}
