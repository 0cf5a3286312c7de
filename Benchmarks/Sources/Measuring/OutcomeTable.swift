import Foundation

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
