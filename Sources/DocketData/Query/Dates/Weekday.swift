import Foundation

/// A day of the week, as `Calendar` counts them.
struct Weekday: Hashable {
  /// 1 is Sunday.
  let number: Int

  /// - Parameter word: the English name or at least its first three letters.
  init?(_ word: String) {
    guard word.count >= 3, let index = Self.names.firstIndex(where: { $0.hasPrefix(word) }) else { return nil }
    number = index + 1
  }

  init(of date: Date, _ reference: DateReference) { number = reference.calendar.component(.weekday, from: date) }

  private static let names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
}
