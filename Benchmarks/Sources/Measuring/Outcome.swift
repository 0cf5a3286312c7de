import Foundation

/// What was measured for a bar.
package struct Outcome: Encodable {
  /// The unit in which a bar is set.
  package enum Unit: String, Encodable {
    case ratio = "x"
    case seconds = "s"
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

  package init(_ bar: String, _ what: String, _ measured: Double, _ unit: Unit, limit: Double? = nil) {
    self.bar = bar
    self.what = what
    self.measured = measured
    self.unit = unit
    self.limit = limit
  }

  /// Something that can't be measured here, with the reason.
  package static func missing(_ bar: String, _ what: String) -> Outcome { Outcome(bar, what, .nan, .count) }

  /// The ratio of two medians.
  package init(_ bar: String, _ what: String, _ rounds: Rounds, limit: Double?) {
    self.init(bar, what, rounds.ours.median, against: rounds.baseline.median, limit: limit)
  }

  /// The ratio of two times in seconds.
  package init(_ bar: String, _ what: String, _ ours: Double, against baseline: Double, limit: Double?) {
    self.init(bar, what, ours / baseline, .ratio, limit: limit)
    self.ours = ours
    self.baseline = baseline
  }
}

// MARK: - Percentiles

/// The middle, the tail and the worst of many times.
package enum Percentiles {
  /// - Parameter limit: the bar for the tail, in milliseconds.
  package static func outcomes(_ bar: String, _ what: String, _ times: [Double], limit: Double?) -> [Outcome] {
    let sorted = times.sorted().map { $0 * 1e3 }
    guard let worst = sorted.last else { return [] }
    return [
      Outcome(bar, "\(what): half", sorted[sorted.count / 2], .milliseconds, limit: nil),
      Outcome(bar, "\(what): 99 %", sorted[sorted.count * 99 / 100], .milliseconds, limit: limit),
      Outcome(bar, "\(what): the worst of \(sorted.count)", worst, .milliseconds, limit: nil),
    ]
  }
}

// MARK: - The table

/// The outcomes as a Markdown table.
package struct OutcomeTable {
  private let outcomes: [Outcome]

  package init(outcomes: [Outcome]) { self.outcomes = outcomes }

  package var text: String {
    let rows = [["#", "what", "ours", "C", "measured", "bar", ""]] + outcomes.map(Self.cells)
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { Self.line($0, widths) }
    lines.insert("|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|", at: 1)
    return lines.joined(separator: "\n")
  }

  package var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      return String(decoding: try encoder.encode(outcomes), as: UTF8.self)
    }
  }

  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
    return "| " + padded.joined(separator: " | ") + " |"
  }

  private static func cells(_ outcome: Outcome) -> [String] {
    [
      outcome.bar, outcome.what, outcome.ours.map(time) ?? "", outcome.baseline.map(time) ?? "",
      value(outcome.measured, outcome.unit), outcome.limit.map { "≤ " + value($0, outcome.unit) } ?? "",
      outcome.isPassed.map { $0 ? "pass" : "miss" } ?? "",
    ]
  }

  private static func value(_ value: Double, _ unit: Outcome.Unit) -> String {
    guard !value.isNaN else { return "–" }
    let number =
      unit == .ratio || unit == .milliseconds
      ? String(format: "%.2f", value) : String(format: value < 10 ? "%.1f" : "%.0f", value)
    return "\(number) \(unit.rawValue)"
  }

  private static func time(_ seconds: Double) -> String {
    switch seconds {
    case ..<1e-6: String(format: "%.1f ns", seconds * 1e9)
    case ..<1e-3: String(format: "%.1f µs", seconds * 1e6)
    case ..<1: String(format: "%.1f ms", seconds * 1e3)
    default: String(format: "%.2f s", seconds)
    }
  }
}
