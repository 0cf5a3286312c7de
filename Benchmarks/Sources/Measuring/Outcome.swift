import Foundation

/// What was measured for a bar.
struct Outcome: Encodable {
  /// The unit in which a bar is set.
  enum Unit: String, Encodable {
    case ratio = "x"
    case milliseconds = "ms"
    case microseconds = "µs"
    case nanoseconds = "ns"
    case queries
  }

  let bar: String
  let what: String
  let measured: Double
  let unit: Unit
  /// The largest value that passes; nil for what is told beside it.
  let limit: Double?
  /// The medians in seconds.
  var ours: Double?
  var baseline: Double?

  var isPassed: Bool? { limit.map { measured <= $0 } }

  init(_ bar: String, _ what: String, _ measured: Double, _ unit: Unit, limit: Double?) {
    self.bar = bar
    self.what = what
    self.measured = measured
    self.unit = unit
    self.limit = limit
  }

  /// The ratio of two medians.
  init(_ bar: String, _ what: String, _ rounds: Rounds, limit: Double?) {
    self.init(bar, what, rounds.ours.median / rounds.baseline.median, .ratio, limit: limit)
    ours = rounds.ours.median
    baseline = rounds.baseline.median
  }
}
