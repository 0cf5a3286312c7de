import SwiftData

/// Which items show their parts.
///
/// Few items show them until they are folded; amongst many, looking all of them up would take time at each change, so
/// they are shown when they are asked for.
struct Folding {
  /// The largest number of items that show their parts unasked.
  private static let most = 100

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
  func shown(_ parents: [PersistentIdentifier: Int]) -> Set<PersistentIdentifier> {
    parents.count <= Self.most ? Set(parents.keys).subtracting(folded) : unfolded.filter { parents[$0] != nil }
  }
}
