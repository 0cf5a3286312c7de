import Foundation

/// Moments as text: written with years of four digits, and parsed; Foundation's formatters take fifty times as long.
package enum TimestampText {
  /// UTC with milliseconds: `2026-11-21T08:00:00.000Z`.
  package static func extended(_ date: Date) -> String {
    let (parts, millisecond) = utc(date)
    return String(unsafeUninitializedCapacity: 24) { buffer in
      var text = DigitWriter(buffer)
      text.writeMinute(parts, separator: "T")
      text.write(":", parts.tm_sec, digits: 2)
      text.write(".", Int32(millisecond), digits: 3)
      text.write("Z")
      return text.count
    }
  }

  /// UTC in seconds, without separators: `20261121T080000Z`.
  static func basic(_ date: Date) -> String {
    let (parts, _) = utc(date)
    return String(unsafeUninitializedCapacity: 16) { buffer in
      var text = DigitWriter(buffer)
      text.write(parts.tm_year + 1_900, digits: 4)
      text.write(parts.tm_mon + 1, digits: 2)
      text.write(parts.tm_mday, digits: 2)
      text.write("T", parts.tm_hour, digits: 2)
      text.write(parts.tm_min, digits: 2)
      text.write(parts.tm_sec, digits: 2)
      text.write("Z")
      return text.count
    }
  }

  /// The time zone of the process, in minutes: `2026-11-21 09:00`.
  package static func local(_ date: Date) -> String {
    var (time, parts) = (time_t(split(date).seconds), tm())
    localtime_r(&time, &parts)
    return String(unsafeUninitializedCapacity: 16) { buffer in
      var text = DigitWriter(buffer)
      text.writeMinute(parts, separator: " ")
      return text.count
    }
  }

  /// A number with leading zeros.
  static func pad(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return digits.utf8.count >= width ? digits : String(repeating: "0", count: width - digits.utf8.count) + digits
  }

  private static func utc(_ date: Date) -> (parts: tm, millisecond: Int) {
    let (seconds, millisecond) = split(date)
    var (time, parts) = (time_t(seconds), tm())
    gmtime_r(&time, &parts)
    return (parts, millisecond)
  }

  /// The seconds since 1970 and the milliseconds, clamped to 0000-01-01T00:00:00.000Z … 9999-12-31T23:59:59.999Z.
  private static func split(_ date: Date) -> (seconds: Int, millisecond: Int) {
    let exact = (date.timeIntervalSince1970 * 1_000).rounded()
    let milliseconds = Int(min(max(exact.isNaN ? 0 : exact, -62_167_219_200_000), 253_402_300_799_999))
    let remainder = (milliseconds % 1_000 + 1_000) % 1_000
    return ((milliseconds - remainder) / 1_000, remainder)
  }
}

// MARK: - Parsing

extension TimestampText {
  /// Parses a moment of either form, with or without a fraction, with `Z`, an offset, or neither.
  ///
  /// - Parameter timeZone: the time zone of texts without an offset.
  static func date(_ text: some StringProtocol, _ timeZone: TimeZone = .gmt) -> Date? {
    // Bytes in a row are read faster than those of a string.
    text.utf8.withContiguousStorageIfAvailable { date(DigitReader($0), timeZone) }
      ?? date(DigitReader(text.utf8), timeZone)
  }

  private static func date<Bytes>(_ digits: DigitReader<Bytes>, _ timeZone: TimeZone) -> Date? {
    var digits = digits
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

  /// The number of days of a month; month 13 is the next January.
  private static func length(_ year: Int, _ month: Int) -> Int {
    CalendarDay.days(year, month + 1, 1) - CalendarDay.days(year, month, 1)
  }
}

extension TimeZone {
  /// The seconds from GMT at a local time.
  fileprivate func offset(atLocal seconds: Double) -> Int {
    let guess = secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
    return secondsFromGMT(for: Date(timeIntervalSince1970: seconds - Double(guess)))
  }
}

/// Writes numbers of a fixed width into the storage of a string.
private struct DigitWriter {
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

  mutating func write(_ character: Unicode.Scalar) {
    buffer[count] = UInt8(ascii: character)
    count += 1
  }

  mutating func write(_ number: Int32, digits: Int) {
    var rest = max(0, number)
    for index in (count..<count + digits).reversed() {
      buffer[index] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    count += digits
  }

  mutating func write(_ separator: Unicode.Scalar, _ number: Int32, digits: Int) {
    write(separator)
    write(number, digits: digits)
  }

  mutating func writeMinute(_ parts: tm, separator: Unicode.Scalar) {
    write(parts.tm_year + 1_900, digits: 4)
    write("-", parts.tm_mon + 1, digits: 2)
    write("-", parts.tm_mday, digits: 2)
    write(separator, parts.tm_hour, digits: 2)
    write(":", parts.tm_min, digits: 2)
  }
}

/// Reads numbers of a fixed width, and the separators between them.
struct DigitReader<Bytes: Collection> where Bytes.Element == UInt8 {
  private var rest: Bytes.SubSequence

  init(_ bytes: Bytes) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// Reads a number of exactly some digits; reads nothing if there are fewer.
  mutating func take(_ count: Int) -> Int? {
    var (number, digits, position) = (0, 0, rest)
    while digits < count, let byte = position.first, (0x30...0x39).contains(byte) {
      number = number * 10 + Int(byte - 0x30)
      digits += 1
      position = position.dropFirst()
    }
    guard digits == count else { return nil }
    rest = position
    return number
  }

  /// Skips a separator if it is there, and returns true in any case.
  mutating func skip(_ separator: Unicode.Scalar) -> Bool {
    if rest.first == UInt8(ascii: separator) { rest = rest.dropFirst() }
    return true
  }

  mutating func skipOne(of characters: String) -> Bool {
    guard let byte = rest.first, characters.utf8.contains(byte) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Reads a fraction after a point or a comma; 0 if there is none.
  mutating func fraction() -> Double {
    guard skipOne(of: ".,") else { return 0 }
    var (number, scale) = (0.0, 1.0)
    // More digits than a `Double` can hold are read over.
    while let digit = take(1) {
      if scale < 1e9 { (number, scale) = (number * 10 + Double(digit), scale * 10) }
    }
    return number / scale
  }

  /// Reads an offset from GMT in seconds: `Z`, `+01:00`, `-0530`.
  mutating func offset(or fallback: () -> Int) -> Int? {
    if isAtEnd { return fallback() }
    if skipOne(of: "Zz") { return 0 }
    let isNegative = rest.first == UInt8(ascii: "-")
    guard skipOne(of: "+-"), let hours = take(2), skip(":") else { return nil }
    let minutes = take(2) ?? 0
    return hours < 24 && minutes < 60 ? (isNegative ? -1 : 1) * (hours * 3_600 + minutes * 60) : nil
  }
}
