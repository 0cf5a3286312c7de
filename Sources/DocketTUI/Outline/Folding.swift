import SwiftData

/// Which items show their parts.
///
/// Few items show them until they are folded; where looking all of them up would take time at each change, they are
/// shown when they are asked for.
struct Folding {
  /// The largest number of items that show their parts unasked.
  private static let most = 100
  /// The largest number of rows that are looked at for them.
  private static let mostLooks = 2_000_000

  private var unfolded: Set<PersistentIdentifier> = []
  private var folded: Set<PersistentIdentifier> = []

  mutating func unfold(_ id: PersistentIdentifier) {
    unfolded.insert(id)
    folded.remove(id)
  }

  mutating func fold(_ id: PersistentIdentifier) {
    folded.insert(id)
    unfolded.remove(id)
  }

  /// The items that show their parts, of those that have some.
  ///
  /// - Parameter rows: how many rows the list has.
  func shown(_ parents: [PersistentIdentifier: Int], rows: Int) -> Set<PersistentIdentifier> {
    let areFew = parents.count <= Self.most && parents.count * rows <= Self.mostLooks
    return areFew ? Set(parents.keys).subtracting(folded) : unfolded.filter { parents[$0] != nil }
  }
}
