import Foundation

/// Moments as files spell them; a formatter of Foundation takes fifty times as long.
enum TimestampText {
  /// `2026-11-21T08:00:00.000Z`, within the years that have four digits.
  static func extended(_ date: Date) -> String {
    let parts = Parts(date)
    return "\(day(parts))T\(pad(parts.hour)):\(pad(parts.minute)):\(pad(parts.second)).\(pad(parts.millisecond, 3))Z"
  }

  /// `20261121T080000Z`.
  static func basic(_ date: Date) -> String {
    let parts = Parts(date)
    return "\(pad(parts.year, 4))\(pad(parts.month))\(pad(parts.day))T"
      + "\(pad(parts.hour))\(pad(parts.minute))\(pad(parts.second))Z"
  }

  private static func day(_ parts: Parts) -> String { "\(pad(parts.year, 4))-\(pad(parts.month))-\(pad(parts.day))" }

  static func pad(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return digits.utf8.count >= width ? digits : String(repeating: "0", count: width - digits.utf8.count) + digits
  }

  /// A moment of either spelling, with a fraction or not, with `Z`, an offset, or neither.
  ///
  /// - Parameter timeZone: that of texts that do not say theirs.
  static func date(_ text: some StringProtocol, _ timeZone: TimeZone = .gmt) -> Date? {
    var digits = DigitReader(text.utf8)
    guard let year = digits.take(4), digits.skip("-"), let month = digits.take(2), digits.skip("-"),
      let day = digits.take(2), (1...12).contains(month), day >= 1, day <= length(year, month)
    else { return nil }
    var seconds = 0.0
    if digits.skipOne(of: "Tt ") {
      guard let hour = digits.take(2), digits.skip(":"), let minute = digits.take(2), digits.skip(":"), hour < 24,
        minute < 60
      else { return nil }
      let second = digits.take(2) ?? 0
      guard second < 61 else { return nil }
      seconds = Double(hour * 3_600 + minute * 60 + second) + digits.fraction()
    }
    let local = Double(CalendarDay.days(year, month, day)) * 86_400 + seconds
    guard let offset = digits.offset(or: { timeZone.offset(atLocal: local) }), digits.isAtEnd else { return nil }
    return Date(timeIntervalSince1970: local - Double(offset))
  }

  /// How many days a month has; that after December is reckoned as the next January.
  private static func length(_ year: Int, _ month: Int) -> Int {
    CalendarDay.days(year, month + 1, 1) - CalendarDay.days(year, month, 1)
  }

  /// A moment taken apart.
  private struct Parts {
    let year, month, day, hour, minute, second, millisecond: Int

    init(_ date: Date) {
      // What has no year of four digits is written as the nearest that has.
      let exact = (date.timeIntervalSince1970 * 1_000).rounded()
      let milliseconds = Int(min(max(exact.isNaN ? 0 : exact, -62_167_219_200_000), 253_402_300_799_999))
      let seconds = Int((Double(milliseconds) / 1_000).rounded(.down))
      millisecond = milliseconds - seconds * 1_000
      var (time, parts) = (time_t(seconds), tm())
      gmtime_r(&time, &parts)
      (year, month, day) = (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
      (hour, minute, second) = (Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
    }
  }
}

extension TimeZone {
  /// The seconds from GMT at a moment on the wall.
  fileprivate func offset(atLocal seconds: Double) -> Int {
    let guess = secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
    return secondsFromGMT(for: Date(timeIntervalSince1970: seconds - Double(guess)))
  }
}
