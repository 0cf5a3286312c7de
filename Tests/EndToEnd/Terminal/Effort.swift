import Foundation

/// How much the tests of the terminal do: little in each run, all of a promise's numbers when asked.
enum Effort {
  /// Whether the long forms run: `TERMINAL_TESTS=long`.
  static let isLong = ProcessInfo.processInfo.environment["TERMINAL_TESTS"] == "long"

  /// The one or the other.
  static func choose<Value>(_ short: Value, long: Value) -> Value { isLong ? long : short }

  /// A limit on time.
  ///
  /// The short forms run beside a thousand other tests on machines that may be busy. How busy, a plain program tells that
  /// does the same at the same time: the busier, the more is allowed beyond what is promised.
  ///
  /// - Parameter plain: how long the plain program took.
  static func limit(_ promised: Duration, beside plain: Duration) -> Duration {
    isLong ? promised : promised + plain * 20
  }
}
