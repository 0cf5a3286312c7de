import CBaseline

/// Wall-clock time of a piece of work; within callgrind, its instructions are counted too.
package enum Stopwatch {
  package static func time(_ body: () throws -> Void) rethrows -> Duration {
    try Counting.during { try ContinuousClock().measure(body) }
  }

  package static func time(_ body: () async throws -> Void) async rethrows -> Duration {
    try await Counting.during { try await ContinuousClock().measure(body) }
  }
}

extension Duration {
  package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

// MARK: - Instructions

/// Counts instructions where the program runs in callgrind, each time that a stopwatch runs.
package enum Counting {
  /// The bar that is measured.
  @TaskLocal package static var bar = ""
  /// Whether what runs only warms up.
  @TaskLocal package static var isWarmingUp = false
  @TaskLocal private static var side = "ours"

  package static let isOn = counting_is_on() != 0

  /// How often something is done that is done this often for the sake of time: counts hardly differ.
  package static func times(_ count: Int) -> Int { isOn ? 1 : count }

  /// Runs what the other side does.
  package static func baseline<Result>(_ body: () throws -> Result) rethrows -> Result {
    try $side.withValue("C") { try body() }
  }

  fileprivate static func during<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard isOn, !isWarmingUp else { return try body() }
    counting_begin()
    defer { counting_end("\(bar) \(side)") }
    return try body()
  }

  fileprivate static func during<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    guard isOn, !isWarmingUp else { return try await body() }
    counting_begin()
    defer { counting_end("\(bar) \(side)") }
    return try await body()
  }
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
    _ = try Counting.$isWarmingUp.withValue(true) { (try ours(), try baseline()) }
    for round in 0..<Counting.times(count) {
      // Neither side always comes first.
      if round.isMultiple(of: 2) {
        let first = try ours()
        add(ours: first, baseline: try Counting.baseline(baseline))
      } else {
        let first = try Counting.baseline(baseline)
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
