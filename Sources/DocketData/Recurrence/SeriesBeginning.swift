import Foundation

extension RecurrenceRule {
  /// When the first item of a series is due that begins today: on the first day that the rule names, or today if it names
  /// none, as an interval does.
  ///
  /// - Returns: nil if the rule has no such day before its end, or its days can't be computed.
  public func firstDue(_ reference: DateReference) -> Due? {
    let today = reference.gregorianDay
    guard isComputable, !hasEnded(reference), let parts = RecurrenceParts(rawValue), parts.hasPossibleDay else {
      return nil
    }
    if parts.isAfterCompletion { return .day(today) }
    // The interval is counted from the first date, so that it does not count for that date itself.
    var days = RecurrenceDays(parts.ofEachPeriod, from: today)
    guard let first = days?.next().map({ Due.day($0) }) else { return nil }
    return parts.isOver(at: first, reference.calendar) ? nil : first
  }

  /// Whether it repeats until a date that is past.
  public func hasEnded(_ reference: DateReference) -> Bool {
    RecurrenceParts(rawValue)?.isOver(at: .day(reference.gregorianDay), reference.calendar) ?? false
  }
}

extension NewItem {
  /// Makes an item that repeats, and has no date, due when its series begins.
  ///
  /// One with a start date can be begun then, and need not be due.
  public mutating func beginSeries(_ reference: DateReference = DateReference()) {
    guard let rule, due == nil, start == nil else { return }
    due = rule.firstDue(reference)
  }
}
