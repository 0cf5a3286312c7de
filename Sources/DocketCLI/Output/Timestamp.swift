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
    let (seconds, fraction) = milliseconds.quotientAndRemainder(flooringBy: 1_000)
    var (time, parts) = (time_t(seconds), tm())
    gmtime_r(&time, &parts)
    return String(unsafeUninitializedCapacity: 24) { buffer in
      var text = DigitWriter(buffer: buffer)
      text.writeMinute(parts, separator: "T")
      text.write(":", Int(parts.tm_sec), digits: 2)
      text.write(".", fraction, digits: 3)
      text.write("Z")
      return text.count
    }
  }

  /// The time zone of the person, as in `2026-11-21 09:00`.
  var local: String {
    String(unsafeUninitializedCapacity: 24) { buffer in
      var text = DigitWriter(buffer: buffer)
      text.writeMinute(localParts, separator: " ")
      return text.count
    }
  }

  private var localParts: tm {
    var (time, parts) = (time_t(milliseconds.quotientAndRemainder(flooringBy: 1_000).quotient), tm())
    localtime_r(&time, &parts)
    return parts
  }
}

/// Writes numbers of a fixed width into the storage of a string.
private struct DigitWriter {
  let buffer: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(buffer: UnsafeMutableBufferPointer<UInt8>) {
    self.buffer = buffer
  }

  mutating func write(_ character: Unicode.Scalar) {
    buffer[count] = UInt8(ascii: character)
    count += 1
  }

  mutating func write(_ number: Int, digits: Int) {
    var rest = max(0, number)
    for index in (count..<count + digits).reversed() {
      buffer[index] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    count += digits
  }

  mutating func write(_ separator: Unicode.Scalar, _ number: Int, digits: Int) {
    write(separator)
    write(number, digits: digits)
  }

  /// The day, the hour and the minute.
  mutating func writeMinute(_ parts: tm, separator: Unicode.Scalar) {
    write(Int(parts.tm_year) + 1_900, digits: 4)
    write("-", Int(parts.tm_mon) + 1, digits: 2)
    write("-", Int(parts.tm_mday), digits: 2)
    write(separator, Int(parts.tm_hour), digits: 2)
    write(":", Int(parts.tm_min), digits: 2)
  }
}

extension Int {
  /// The quotient rounded down, and what is left, which is never negative.
  fileprivate func quotientAndRemainder(flooringBy divisor: Int) -> (quotient: Int, remainder: Int) {
    let remainder = (self % divisor + divisor) % divisor
    return ((self - remainder) / divisor, remainder)
  }
}
