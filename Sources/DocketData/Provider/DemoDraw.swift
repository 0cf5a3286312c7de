/// What chance decides of a made-up item: the same for the same seed.
struct DemoDraw {
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(state: seed &* 0x2545_f491_4f6c_dd1d)
  }

  mutating func number(below limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

  /// - Parameter percent: in how many cases of a hundred.
  mutating func happens(_ percent: Int) -> Bool { number(below: 100) < percent }

  mutating func seconds(upTo days: Int) -> Double { Double(number(below: days * 86_400)) }

  /// Mostly none.
  mutating func priority() -> Priority { Priority(rawValue: max(0, number(below: 8) - 4)) ?? .none }

  /// Up to four of two hundred.
  mutating func tags() -> [String] {
    let numbers = (0..<number(below: 5)).map { _ in number(below: 200) }
    return Set(numbers).sorted().map { "tag\($0)" }
  }

  /// Up to three sentences.
  mutating func notes() -> String {
    (0..<number(below: 4)).map { _ in DemoTitle(seed: random.next()).text + "." }.joined(separator: " ")
  }
}
