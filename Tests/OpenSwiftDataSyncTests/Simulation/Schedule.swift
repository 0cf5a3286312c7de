/// What happens to the replicas of a simulation, in order; made from a seed, and cut down when it fails.
struct Schedule: Sendable {
  /// One thing that happens.
  ///
  /// The numbers choose rows and values, so a step makes sense whichever others are left out.
  struct Step: Hashable, Sendable, CustomStringConvertible {
    enum Kind: String, CaseIterable, Sendable {
      case insert, title, notes, done, tag, untag, move, place, rename, color, delete, undo, complete, bulk, decide
      case estimate, send, sendTwice, receive, receiveLater, receiveTorn, partition, jump, upgrade, away, transfer
    }

    let kind: Kind
    let replica: Int
    let number: UInt64
    /// How much time passes before it, in milliseconds.
    let pause: Int64

    var description: String { "\(replica).\(kind.rawValue)(\(number))+\(pause)" }
  }

  let replicas: Int
  /// How far the wall clock of each replica is off, in milliseconds.
  let skews: [Int64]
  var steps: [Step]

  init(replicas: Int, skews: [Int64], steps: [Step]) {
    self.replicas = replicas
    self.skews = skews
    self.steps = steps
  }

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Small ones find most; some are large.
    let replicas = random.below(8) == 0 ? 4 + random.below(3) : 2 + random.below(2)
    let skews: [Int64] = [0, 0, 0, 1, -1, 25_000, -25_000]
    let length = 10 + random.below(random.below(8) == 0 ? 80 : 24)
    self.init(
      replicas: replicas, skews: (0..<replicas).map { _ in skews[random.below(skews.count)] },
      steps: Self.opening(replicas, &random)
        + (0..<length).map { _ in
          Self.step(Self.weighted[random.below(Self.weighted.count)], random.below(replicas), &random)
        })
  }

  /// Usually there are rows that all know, so that edits meet.
  private static func opening(_ replicas: Int, _ random: inout SeededGenerator) -> [Step] {
    guard random.below(6) > 0 else { return [] }
    let kinds = [.insert, .insert] + (0..<3).map { _ in [Step.Kind.insert, .tag, .title][random.below(3)] } + [.send]
    return kinds.map { step($0, 0, &random) } + (1..<replicas).map { step(.receive, $0, &random) }
  }

  private static func step(_ kind: Step.Kind, _ replica: Int, _ random: inout SeededGenerator) -> Step {
    Step(kind: kind, replica: replica, number: random.next() >> 40, pause: random.below(3) == 0 ? 1 : 0)
  }

  private static let weights: [Step.Kind: Int] = [
    .insert: 3, .title: 10, .notes: 3, .done: 3, .tag: 8, .untag: 3, .move: 9, .place: 2, .rename: 7, .color: 5,
    .delete: 4, .undo: 4, .complete: 4, .bulk: 2, .decide: 4, .estimate: 2, .send: 10, .sendTwice: 2, .receive: 9,
    .receiveLater: 5, .receiveTorn: 2, .partition: 1, .jump: 1, .upgrade: 1, .away: 1, .transfer: 1,
  ]

  private static let weighted: [Step.Kind] = Step.Kind.allCases.flatMap { kind in
    Array(repeating: kind, count: weights[kind] ?? 1)
  }
}

// MARK: - Shrinking

extension Schedule {
  /// The schedule with as few steps as possible that still fails.
  func shrunk(while fails: (Schedule) -> Bool) -> Schedule {
    var smallest = self
    var size = max(1, steps.count / 2)
    while true {
      var index = 0
      var isSmaller = false
      while index < smallest.steps.count {
        var candidate = smallest
        candidate.steps.removeSubrange(index..<min(index + size, candidate.steps.count))
        if fails(candidate) {
          smallest = candidate
          isSmaller = true
        } else {
          index += size
        }
      }
      if size == 1, !isSmaller { return smallest }
      size = max(1, size / 2)
    }
  }
}
