import Foundation

extension Recurrence {
  /// The first date after a moment, counted in whole intervals from the last one.
  ///
  /// Counting from the last date itself, never from the steps in between, keeps the day of the month: what is due on
  /// the 31st skips to the end of shorter months and comes back.
  ///
  /// - Parameters:
  ///   - last: when it was due.
  ///   - moment: when it was done.
  ///   - calendar: the calendar and time zone that days are counted in.
  /// - Complexity: O(log n) in the number of intervals between the two.
  public func date(following last: Date, after moment: Date, calendar: Calendar) -> Date {
    var (low, high) = (0, 1)
    while date(last, high, calendar) <= moment, high < 1 << 20 { (low, high) = (high, high * 2) }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if date(last, middle, calendar) <= moment { low = middle } else { high = middle }
    }
    return date(last, high, calendar)
  }

  private func date(_ last: Date, _ count: Int, _ calendar: Calendar) -> Date {
    // Beyond what a calendar can say, the distance alone counts.
    calendar.date(byAdding: unit.component, value: count * interval * unit.factor, to: last)
      ?? last.addingTimeInterval(Double(count * interval) * 86_400)
  }
}

extension Recurrence.Unit {
  fileprivate var component: Calendar.Component {
    switch self {
    case .day, .week: .day
    case .month: .month
    case .year: .year
    }
  }

  fileprivate var factor: Int { self == .week ? 7 : 1 }
}
