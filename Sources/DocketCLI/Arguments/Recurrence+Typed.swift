import DocketData

/// How an item comes again, as it is typed: `week`, `2weeks`.
extension Recurrence: TypedValue {
  init?(typed text: String) { self.init(rawValue: text) }

  static let allowed = "day, week, month, year, a number of them as in 2weeks"
}
