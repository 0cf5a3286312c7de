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
