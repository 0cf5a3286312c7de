import Synchronization

/// The clusters of several scalars seen so far, by number, so that a glyph is a plain number too.
///
/// It only grows, and numbers stay what they are; its limit bounds what texts made to fill memory can do.
final class ClusterTable: Sendable {
  private struct State {
    var clusters: [[Unicode.Scalar]] = []
    /// By scalars rather than by strings, which count canonically equivalent ones as equal.
    var numbers: [[Unicode.Scalar]: UInt32] = [:]
  }

  /// One for the process: glyphs of all lines are compared with each other.
  static let shared = ClusterTable(limit: 1 << 16)

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = limit }

  /// The number of a cluster, the same each time; nil if it is new and the table is full.
  func number(of cluster: [Unicode.Scalar]) -> UInt32? {
    state.withLock { state in
      if let known = state.numbers[cluster] { return known }
      guard state.clusters.count < limit else { return nil }
      let number = UInt32(state.clusters.count)
      state.clusters.append(cluster)
      state.numbers[cluster] = number
      return number
    }
  }

  /// The cluster of a number that this table gave.
  func cluster(_ number: UInt32) -> [Unicode.Scalar] { state.withLock { $0.clusters[Int(number)] } }
}
