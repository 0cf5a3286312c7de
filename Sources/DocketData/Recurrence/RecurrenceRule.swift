import Foundation

/// How an item repeats: a recurrence rule of iCalendar.
///
/// Each interval that `Recurrence` knows has one rule: "FREQ=WEEKLY;INTERVAL=2". A rule that says more is kept as it is
/// written.
///
/// Source: https://www.rfc-editor.org/rfc/rfc5545#section-3.3.10
public struct RecurrenceRule: RawRepresentable, Codable, Hashable, Sendable {
  /// The text that is stored: the value of an RRULE.
  public let rawValue: String
  /// The interval, if the rule says no more than that.
  public let recurrence: Recurrence?

  /// The rule of an interval.
  public init(_ recurrence: Recurrence) {
    self.recurrence = recurrence
    rawValue =
      "FREQ=\(RecurrenceParts.Frequency(recurrence.unit).rawValue)"
      + (recurrence.interval == 1 ? "" : ";INTERVAL=\(recurrence.interval)")
  }

  /// Parses the value of an RRULE, or an interval such as "2weeks": so it was stored until the fifth schema version.
  public init?(rawValue: String) {
    if let recurrence = Recurrence(rawValue: rawValue) {
      self.init(recurrence)
    } else if let parts = RecurrenceParts(rawValue) {
      self.init(parts, text: rawValue)
    } else {
      return nil
    }
  }

  private init(_ parts: RecurrenceParts, text: String) {
    recurrence = parts.recurrence
    rawValue = recurrence.map { RecurrenceRule($0).rawValue } ?? text
  }

  /// The text that people type, and that files have: "2weeks", or the value of an RRULE.
  public var text: String { recurrence?.rawValue ?? rawValue }

  /// The rule in words: "every 2 weeks"; a rule that says more than an interval is quoted.
  public var words: String { recurrence?.words ?? "repeats by \(rawValue)" }
}

extension RecurrenceParts.Frequency {
  fileprivate init(_ unit: Recurrence.Unit) {
    self =
      switch unit {
      case .day: .daily
      case .week: .weekly
      case .month: .monthly
      case .year: .yearly
      }
  }
}
