/// Wall-clock time of a piece of work.
package enum Stopwatch {
  package static func time(_ body: () throws -> Void) rethrows -> Duration { try ContinuousClock().measure(body) }
}

extension Duration {
  package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
