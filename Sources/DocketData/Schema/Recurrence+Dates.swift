import Foundation

extension Recurrence {
  /// When the next item of a series is due: at the first of its dates after the last one and after a moment.
  ///
  /// All dates are reckoned from the first of the series, never from the one before, so a day of the month that shorter
  /// months lack comes back: 31 January, 28 February, 31 March.
  ///
  /// - Parameters:
  ///   - last: when the last item was due.
  ///   - anchor: when the first item of the series was due; nil, or a day where the last one has a time, for the last.
  ///   - moment: when the last item was done.
  ///   - calendar: the calendar and time zone that days are counted in.
  /// - Complexity: O(log n) in the number of intervals between the anchor and the next date.
  public func due(following last: Due, anchor: Due? = nil, after moment: Date, calendar: Calendar) -> Due {
    let anchor = anchor.flatMap { ($0.day == nil) == (last.day == nil) ? $0 : nil } ?? last
    let limit = max(last.date(in: calendar), moment)
    let date = { count in due(anchor, count, calendar) }
    var (low, high) = (0, 1)
    while date(high).date(in: calendar) <= limit, high < 1 << 20 { (low, high) = (high, high * 2) }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if date(middle).date(in: calendar) <= limit { low = middle } else { high = middle }
    }
    return date(high)
  }

  private func due(_ anchor: Due, _ count: Int, _ calendar: Calendar) -> Due {
    switch anchor {
    case .day(let day):
      let next = date(day.start(in: calendar), count, calendar)
      return .day(CalendarDay(next, in: calendar.timeZone))
    case .moment(let moment): return .moment(date(moment, count, calendar))
    }
  }

  private func date(_ anchor: Date, _ count: Int, _ calendar: Calendar) -> Date {
    // Beyond what a calendar can say, the distance alone counts.
    calendar.date(byAdding: unit.component, value: count * interval * unit.factor, to: anchor)
      ?? anchor.addingTimeInterval(Double(count * interval) * 86_400)
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
