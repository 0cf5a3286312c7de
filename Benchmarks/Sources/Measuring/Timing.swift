/// Wall-clock time of a piece of work.
package enum Stopwatch {
  package static func time(_ body: () throws -> Void) rethrows -> Duration { try ContinuousClock().measure(body) }
}

extension Duration {
  package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

// MARK: - Rounds

/// Times of both sides, taken in turn so that a busy machine slows both.
package struct Rounds {
  package private(set) var ours: [Double] = []
  package private(set) var baseline: [Double] = []

  private mutating func add(ours: Duration, baseline: Duration) {
    self.ours.append(ours.seconds)
    self.baseline.append(baseline.seconds)
  }

  /// - Parameters:
  ///   - count: how many rounds count; one more comes first to warm up.
  package init(
    _ count: Int, ours: () throws -> Duration, baseline: () throws -> Duration
  ) rethrows {
    _ = (try ours(), try baseline())
    for round in 0..<count {
      // Neither side always comes first.
      if round.isMultiple(of: 2) {
        let first = try ours()
        add(ours: first, baseline: try baseline())
      } else {
        let first = try baseline()
        add(ours: try ours(), baseline: first)
      }
    }
  }
}

extension [Double] {
  package var median: Double {
    let sorted = sorted()
    guard !sorted.isEmpty else { return .nan }
    return sorted.count.isMultiple(of: 2)
      ? (sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2]) / 2 : sorted[sorted.count / 2]
  }
}
