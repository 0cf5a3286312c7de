/// The English names of months and weekdays, and what people write for them: `dec`, `sept`, `decem`, `weds`, `thurs`.
enum CalendarWord {
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]
  /// Saturday is the last one, as in `Calendar` and in `CalendarDay.weekday`.
  private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

  /// The number of a month, from 1.
  ///
  /// - Parameter word: at least the first three letters of its name, in lower case.
  static func month(_ word: some StringProtocol) -> Int? { index(of: word, in: months).map { $0 + 1 } }

  /// "Dec".
  static func name(ofMonth number: Int) -> String { String(months[number - 1].prefix(3)).capitalized }

  /// The number of a weekday, from 0 for Sunday.
  ///
  /// - Parameter word: at least the first three letters of its name, in lower case, or `weds`.
  static func weekday(_ word: some StringProtocol) -> Int? {
    word == "weds" ? index(of: "wednesday", in: weekdays) : index(of: word, in: weekdays)
  }

  private static func index(of word: some StringProtocol, in names: [String]) -> Int? {
    word.count < 3 ? nil : names.firstIndex { $0.hasPrefix(word) }
  }
}
