import DocketLocking

/// Which number of a date such as `12/24` is the month, as a person has set it.
public enum SlashDates: String, Hashable, Sendable {
  /// Such words are no dates.
  case off
  case monthFirst = "month-first"
  case dayFirst = "day-first"

  /// What a process begins with, see ``use(_:)``.
  public static var current: SlashDates { chosen.withLock(\.self) }

  /// Sets what such dates mean in this process, before the first is parsed.
  public static func use(_ choice: SlashDates) { chosen.withLock { $0 = choice } }

  private static let chosen = Lock(SlashDates.off)

  /// Whether a text may have such a date.
  public static func areIn(_ text: String) -> Bool { text.contains(/\d\/\d/) }
}
