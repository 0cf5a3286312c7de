import Foundation

/// Parses phrases that name several days: `next week`, `this month`, `last year`, `weekend`.
///
/// Where one day is needed, it is the first one, or the last one of what has begun.
enum PeriodPhrase {
  /// A week, a month or a year as it is typed.
  private static let units: [String: Calendar.Component] = ["week": .weekOfYear, "month": .month, "year": .year]

  static func this(_ words: [String], _ reference: DateReference) -> DateSpan? {
    period("this", 0, words, reference).map { DateSpan(day: reference.day(-1, from: $0.upperBound), of: $0, reference) }
  }

  static func next(_ words: [String], _ reference: DateReference) -> DateSpan? {
    period("next", 1, words, reference).map { DateSpan(day: $0.lowerBound, of: $0, reference) }
  }

  static func last(_ words: [String], _ reference: DateReference) -> DateSpan? {
    period("last", -1, words, reference).map { DateSpan(day: $0.lowerBound, of: $0, reference) }
  }

  /// The days of the period some periods after the present one.
  private static func period(
    _ first: String, _ offset: Int, _ words: [String], _ reference: DateReference
  ) -> Range<Date>? {
    guard words.count == 2, words[0] == first, let unit = units[words[1]],
      let present = reference.calendar.dateInterval(of: unit, for: reference.now)?.start,
      let interval = reference.calendar.dateInterval(of: unit, for: reference.adding(offset, unit, to: present))
    else { return nil }
    return interval.start..<interval.end
  }

  // MARK: - Weekends

  static func weekend(_ words: [String], _ reference: DateReference) -> DateSpan? {
    guard words == ["weekend"] || words == ["this", "weekend"] else { return nil }
    let saturday = saturday(reference)
    return DateSpan(day: max(saturday, reference.today), of: saturday..<reference.day(2, from: saturday), reference)
  }

  static func nextWeekend(_ words: [String], _ reference: DateReference) -> DateSpan? {
    guard words == ["next", "weekend"] else { return nil }
    let saturday = reference.day(7, from: saturday(reference))
    return DateSpan(day: saturday, of: saturday..<reference.day(2, from: saturday), reference)
  }

  /// The Saturday of this weekend, which on a Sunday is over.
  private static func saturday(_ reference: DateReference) -> Date {
    // Days are counted from Sunday.
    let weekday = reference.gregorianDay.weekday
    return reference.day(weekday == 0 ? -1 : 6 - weekday)
  }
}
