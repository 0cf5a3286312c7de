import Foundation

/// What was measured for a bar.
package struct Outcome: Encodable {
  /// The unit in which a bar is set.
  package enum Unit: String, Encodable {
    case ratio = "x"
    case milliseconds = "ms"
    case microseconds = "µs"
    case nanoseconds = "ns"
    case queries
    case bytes
    case count = ""
    case megabytes = "MB"
  }

  package let bar: String
  package let what: String
  package let measured: Double
  package let unit: Unit
  /// The largest value that passes; nil for what is told beside it.
  package let limit: Double?
  /// The medians in seconds.
  package var ours: Double?
  package var baseline: Double?

  package var isPassed: Bool? { limit.map { measured <= $0 } }

  package init(_ bar: String, _ what: String, _ measured: Double, _ unit: Unit, limit: Double?) {
    self.bar = bar
    self.what = what
    self.measured = measured
    self.unit = unit
    self.limit = limit
  }

  /// The ratio of two medians.
  package init(_ bar: String, _ what: String, _ rounds: Rounds, limit: Double?) {
    self.init(bar, what, rounds.ours.median / rounds.baseline.median, .ratio, limit: limit)
    ours = rounds.ours.median
    baseline = rounds.baseline.median
  }
}
