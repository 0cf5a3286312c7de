import DocketLocking
import Synchronization

/// The clusters of several scalars seen lately, by number, so that a glyph is a plain number too.
///
/// When it is full, a new generation begins, and the one before the last is forgotten; that bounds what texts made to
/// fill memory can do. A number is never given twice: that of a forgotten cluster is one of U+FFFD. What keeps cells for
/// long has to draw them again when ``generation`` has changed.
final class ClusterTable: Sendable {
  private struct State {
    var clusters: [[Unicode.Scalar]] = []
    /// The clusters of the generation before.
    var older: [[Unicode.Scalar]] = []
    /// The number of the first cluster of this generation.
    var first: UInt32 = 0
    /// By scalars rather than by strings, which count canonically equivalent ones as equal.
    var numbers: [[Unicode.Scalar]: UInt32] = [:]
  }

  /// One for the process: glyphs of all lines are compared with each other.
  static let shared = ClusterTable(limit: 1 << 16)

  /// The most numbers that are ever given: glyphs have 32 bits, and scalars come first.
  private static let mostNumbers: UInt32 = 4_000_000_000

  private let limit: Int
  private let state = Lock(State())
  private let turns = Atomic(0)

  init(limit: Int) { self.limit = limit }

  /// How many generations there were before this one.
  var generation: Int { turns.load(ordering: .acquiring) }

  /// The number of a cluster, the same each time within a generation; nil if there are no more numbers.
  func number(of cluster: [Unicode.Scalar]) -> UInt32? {
    state.withLock { state in
      if let known = state.numbers[cluster] { return known }
      if state.clusters.count == limit { beginGeneration(&state) }
      let number = state.first + UInt32(state.clusters.count)
      guard number < Self.mostNumbers else { return nil }
      state.clusters.append(cluster)
      state.numbers[cluster] = number
      return number
    }
  }

  /// The cluster of a number that this table gave.
  func cluster(_ number: UInt32) -> [Unicode.Scalar] {
    state.withLock { state in
      if number >= state.first { return state.clusters[Int(number - state.first)] }
      let place = state.older.count - Int(state.first - number)
      return place >= 0 ? state.older[place] : ["\u{FFFD}"]
    }
  }

  private func beginGeneration(_ state: inout State) {
    state.first += UInt32(state.clusters.count)
    (state.older, state.clusters, state.numbers) = (state.clusters, [], [:])
    turns.add(1, ordering: .releasing)
  }
}
