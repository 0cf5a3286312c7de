/// Wall-clock time of a piece of work.
enum Stopwatch {
  static func time(_ body: () throws -> Void) rethrows -> Duration { try ContinuousClock().measure(body) }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
