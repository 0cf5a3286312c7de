/// The English names of months and weekdays, what people write for them (`dec`, `sept`, `decem`, `weds`, `thurs`), and
/// the numbers of days beside them.
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

  /// What stands behind the number of a day: "st" of "1st", "th" of "11th".
  static func ordinalSuffix(of number: Int) -> String {
    let suffixes = (11...13).contains(number % 100) ? [:] : [1: "st", 2: "nd", 3: "rd"]
    return suffixes[number % 10] ?? "th"
  }

  /// A number of ASCII digits; nil for anything else.
  ///
  /// - Parameter lengths: how many digits there may be.
  static func number(_ digits: some StringProtocol, _ lengths: ClosedRange<Int>) -> Int? {
    lengths.contains(digits.count) && digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int(digits) : nil
  }

  private static func index(of word: some StringProtocol, in names: [String]) -> Int? {
    word.count < 3 ? nil : names.firstIndex { $0.hasPrefix(word) }
  }
}
