import Foundation

extension RecurrenceRule {
  /// When the first item of a series is due that begins today: on the first day that the rule names, or today if it names
  /// none, as an interval does.
  ///
  /// - Returns: nil if the rule has no such day before its end or in the next 40 years, or its days can't be computed.
  public func firstDue(_ reference: DateReference) -> Due? {
    let today = reference.gregorianDay
    guard let parts = computable, !hasEnded(reference) else { return nil }
    if parts.isAfterCompletion { return .day(today) }
    guard let first = firstDay(of: parts, from: today).map({ Due.day($0) }) else { return nil }
    return parts.isOver(at: first, reference.calendar) ? nil : first
  }

  /// A time on the first day that the rule names from that of a moment on.
  ///
  /// - Returns: nil as for ``firstDue(_:)``, and for a rule that names no days.
  func first(at time: TimeOfDay, from moment: Date, _ reference: DateReference) -> Date? {
    let calendar = reference.calendar
    guard let parts = computable, !parts.isAfterCompletion, !hasEnded(reference),
      let day = firstDay(of: parts, from: CalendarDay(moment, in: calendar.timeZone)),
      let first = time.date(on: day.start(in: calendar), reference)
    else { return nil }
    return parts.isOver(at: .moment(first), calendar) ? nil : first
  }

  /// Whether a date is on a day that the rule names, whichever weeks or months are left out between its dates.
  ///
  /// - Returns: true also if it names no day, as an interval does, or if its days can't be computed.
  public func mayHave(_ due: Due, _ reference: DateReference) -> Bool {
    guard let parts = computable, !parts.isAfterCompletion else { return true }
    return RecurrenceDays(parts.ofEachPeriod, from: due.day(in: reference.calendar))?.hasStart ?? true
  }

  private var computable: RecurrenceParts? {
    guard let parts = RecurrenceParts(rawValue), parts.isOfDays, parts.hasPossibleDay else { return nil }
    return parts
  }

  /// A series whose first day is further away is hardly meant, and the search would take longer than a key may.
  private static let maxYears = 40

  private func firstDay(of parts: RecurrenceParts, from day: CalendarDay) -> CalendarDay? {
    // The interval is counted from the first date, so that it does not count for that date itself.
    var days = RecurrenceDays(parts.ofEachPeriod, from: day, lookingAhead: Self.maxYears)
    return days?.next()
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
