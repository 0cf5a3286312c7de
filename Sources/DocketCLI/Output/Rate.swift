/// How many of something are done in a second.
struct Rate: CustomStringConvertible {
  let description: String

  init(_ count: Int, since begin: ContinuousClock.Instant) {
    let seconds = begin.duration(to: .now) / .seconds(1)
    description = "\(Int(Double(count) / max(seconds, 0.001))) a second"
  }
}
