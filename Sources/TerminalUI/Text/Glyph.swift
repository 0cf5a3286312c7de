import DocketLocking
import Synchronization

/// The content of one or two columns: a scalar, or a cluster of several.
///
/// Only ``GlyphScanner`` makes glyphs from text, so none contains a control character. A glyph is a plain number, so
/// that grids of cells are copied and compared as bytes.
public struct Glyph: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible {
  /// The code of cluster 0; smaller codes are scalars.
  private static let firstCluster: UInt32 = 0x11_0000

  private let code: UInt32

  static var space: Glyph { Glyph(" ") }
  static var ellipsis: Glyph { Glyph("…") }
  static var replacement: Glyph { Glyph("\u{FFFD}") }

  init(_ scalar: Unicode.Scalar) { self.init(code: scalar.value) }

  private init(code: UInt32) { self.code = code }

  /// The glyph of one or several scalars; U+FFFD if the numbers of clusters are used up.
  init(_ scalars: [Unicode.Scalar]) {
    if scalars.count == 1 {
      self.init(scalars[0])
    } else if let number = ClusterTable.shared.number(of: scalars) {
      self.init(code: Self.firstCluster + number)
    } else {
      self = .replacement
    }
  }

  /// Its scalars, base first.
  var scalars: [Unicode.Scalar] { single.map { [$0] } ?? ClusterTable.shared.cluster(code - Self.firstCluster) }

  /// The first scalar, which decides the width.
  var base: Unicode.Scalar { single ?? scalars.first ?? " " }

  /// Whether it is a single scalar of ASCII.
  var isASCII: Bool { code < 0x80 }

  /// The glyph as text.
  public var description: String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// The scalar, if it is only one; the codes of clusters are no scalars.
  private var single: Unicode.Scalar? { Unicode.Scalar(code) }
}

/// Numbers the clusters of several scalars that were seen lately, so that a glyph is a plain number.
///
/// When a generation is full, the next one begins and the one before the last is forgotten: so no text can fill memory.
/// A number is never used twice; that of a forgotten cluster stands for U+FFFD. Cells that are kept for long must be
/// drawn again when ``generation`` has changed.
final class ClusterTable: Sendable {
  private struct State {
    var clusters: [[Unicode.Scalar]] = []
    /// The clusters of the generation before.
    var older: [[Unicode.Scalar]] = []
    /// The number of this generation's first cluster.
    var first: UInt32 = 0
    /// Keyed by scalars, because canonically equivalent strings are equal.
    var numbers: [[Unicode.Scalar]: UInt32] = [:]
  }

  /// The table of the process: glyphs of all lines are compared with each other.
  static let shared = ClusterTable(limit: 1 << 16)

  /// A glyph has 32 bits, and scalars come first.
  private static let maxNumber: UInt32 = 4_000_000_000

  private let limit: Int
  private let state = Lock(State())
  private let generations = Atomic(0)

  init(limit: Int) { self.limit = limit }

  /// The number of generations before this one.
  var generation: Int { generations.load(ordering: .acquiring) }

  /// The number of a cluster, the same within a generation; nil if all numbers are used up.
  func number(of cluster: [Unicode.Scalar]) -> UInt32? {
    state.withLock { state in
      if let known = state.numbers[cluster] { return known }
      if state.clusters.count == limit { beginGeneration(&state) }
      let number = state.first + UInt32(state.clusters.count)
      guard number < Self.maxNumber else { return nil }
      state.clusters.append(cluster)
      state.numbers[cluster] = number
      return number
    }
  }

  /// The cluster of a number from this table.
  func cluster(_ number: UInt32) -> [Unicode.Scalar] {
    state.withLock { state in
      if number >= state.first { return state.clusters[Int(number - state.first)] }
      let index = state.older.count - Int(state.first - number)
      return index >= 0 ? state.older[index] : ["\u{FFFD}"]
    }
  }

  private func beginGeneration(_ state: inout State) {
    state.first += UInt32(state.clusters.count)
    (state.older, state.clusters, state.numbers) = (state.clusters, [], [:])
    generations.add(1, ordering: .releasing)
  }
}
