import OpenSwiftData

/// What the contexts of a walk share: the committed state, the identifiers of its models, chance, and what was done.
final class WalkLedger {
  var committed = WalkState()
  /// Those of the models that were saved.
  var identifiers: [Int: PersistentIdentifier] = [:]
  private(set) var lastNumber = 0
  private(set) var steps = 0
  private var lines: [String] = []
  private var random: SeededGenerator

  /// How many of the last steps a failure shows.
  private static let shownLines = 40

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  func nextStep() { steps += 1 }

  func note(_ line: String) {
    lines.append("\(steps) \(line)")
    if lines.count > Self.shownLines { lines.removeFirst() }
  }

  func failure(_ message: String) -> WalkFailure { WalkFailure(step: steps, message: message, lines: lines) }

  // MARK: - Chance

  func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
  func roll(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
  func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &random) }
  func shuffled<Element>(_ elements: [Element]) -> [Element] { elements.shuffled(using: &random) }
  func values() -> WalkValues { .random(using: &random) }

  /// Some of the elements, at least one if there is one.
  func some<Element>(_ elements: [Element], atMost most: Int) -> [Element] {
    guard !elements.isEmpty else { return [] }
    return Array(shuffled(elements).prefix(roll(1..<min(most, elements.count) + 1)))
  }
}

/// Where the library and the oracle parted.
struct WalkFailure: Error, CustomStringConvertible {
  let step: Int
  let message: String
  let lines: [String]

  var description: String { "step \(step): \(message)\n" + lines.map { "    \($0)" }.joined(separator: "\n") }
}
