import Foundation

/// How an item repeats: a recurrence rule of iCalendar.
///
/// `RecurrencePhrase` parses what people type for one, and `words` says it back. Each interval that `Recurrence` knows has one rule: "FREQ=WEEKLY;INTERVAL=2". A rule that says more is kept as it is
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

  /// The rule of an interval that is counted from the day of completion.
  static func afterCompletion(_ interval: Recurrence) -> RecurrenceRule? {
    RecurrenceRule(rawValue: RecurrenceRule(interval).rawValue + ";" + RecurrenceParts.fromCompletion)
  }

  /// The interval that is counted from the day of completion, if the rule says no more than that.
  var completionInterval: Recurrence? {
    guard let parts = RecurrenceParts(rawValue), parts.isAfterCompletion, parts.count == nil, parts.until == nil else {
      return nil
    }
    return parts.completionInterval
  }

  private init(_ parts: RecurrenceParts, text: String) {
    recurrence = parts.recurrence
    rawValue = recurrence.map { RecurrenceRule($0).rawValue } ?? text
  }

  /// The value of an RRULE for other programs: without our own part.
  var standardText: String {
    guard let parts = RecurrenceParts(rawValue), parts.isAfterCompletion else { return rawValue }
    return parts.standard.text
  }

  /// The text that files have: "2weeks", or the value of an RRULE.
  public var text: String { recurrence?.rawValue ?? rawValue }
}
