import Foundation

/// A moment as text.
///
/// Foundation's formatters load tables that a short command would wait for.
struct Timestamp {
  /// Milliseconds since 1970, within the years that have four digits.
  private let milliseconds: Int

  init(_ date: Date) {
    let exact = (date.timeIntervalSince1970 * 1_000).rounded()
    milliseconds = exact.isNaN ? 0 : Int(min(max(exact, Self.first), Self.last))
  }

  /// 0000-01-01T00:00:00.000Z and 9999-12-31T23:59:59.999Z.
  private static let first = -62_167_219_200_000.0
  private static let last = 253_402_300_799_999.0

  /// UTC, as in `2026-11-21T08:00:00.000Z`.
  var universal: String {
    let (seconds, fraction) = Self.split(milliseconds, by: 1_000)
    var (time, parts) = (time_t(seconds), tm())
    gmtime_r(&time, &parts)
    return "\(Self.day(parts))T\(Self.clock(parts)):\(Self.digits(parts.tm_sec, 2)).\(Self.digits(Int32(fraction), 3))Z"
  }

  /// The time zone of the person, as in `2026-11-21 09:00`.
  var local: String {
    var (time, parts) = (time_t(Self.split(milliseconds, by: 1_000).0), tm())
    localtime_r(&time, &parts)
    return "\(Self.day(parts)) \(Self.clock(parts))"
  }

  private static func split(_ value: Int, by divisor: Int) -> (Int, Int) {
    let remainder = ((value % divisor) + divisor) % divisor
    return ((value - remainder) / divisor, remainder)
  }

  private static func day(_ parts: tm) -> String {
    "\(digits(parts.tm_year + 1_900, 4))-\(digits(parts.tm_mon + 1, 2))-\(digits(parts.tm_mday, 2))"
  }

  private static func clock(_ parts: tm) -> String { "\(digits(parts.tm_hour, 2)):\(digits(parts.tm_min, 2))" }

  private static func digits(_ value: Int32, _ count: Int) -> String {
    let text = String(value)
    return text.count >= count ? text : String(repeating: "0", count: count - text.count) + text
  }
}
