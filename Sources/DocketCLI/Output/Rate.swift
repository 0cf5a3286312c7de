/// How many of something are done in a second.
struct Rate: CustomStringConvertible {
  private let count: Int

  init(_ count: Int, since begin: ContinuousClock.Instant) {
    let seconds = begin.duration(to: .now) / .seconds(1)
    self.count = Int(Double(count) / max(seconds, 0.001))
  }

  var description: String { "\(count) a second" }

  /// The same with what one of them is called, which takes an s.
  func of(_ noun: String) -> String { "\(count) \(noun)s a second" }
}
