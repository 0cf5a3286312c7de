import DocketData
import DocketLocking
import Foundation
import SwiftData

/// Where the sub-items of unfolded items stand among the rows: a value that knows positions, and nothing of items.
///
/// The result of a fetch has the roots, whose parents are not in view; the sub-items come in below them.
struct Outline: Sendable {
  /// A sub-item.
  struct Part {
    let id: PersistentIdentifier
    /// How many items stand above it, each belonging to the next.
    let level: Int
  }

  /// What comes in below a row of the result.
  private struct Branch {
    /// The place in the result.
    let root: Int
    /// The place in the list of the first part.
    let start: Int
    let parts: [Part]

    var end: Int { start + parts.count }
  }

  private let branches: [Branch]
  private let places: [PersistentIdentifier: (index: Int, level: Int)]
  /// How many rows come in altogether.
  let count: Int

  /// - Parameter parts: what comes in below rows of the result.
  init(_ parts: [Int: [Part]] = [:]) {
    var branches: [Branch] = []
    var places: [PersistentIdentifier: (index: Int, level: Int)] = [:]
    var added = 0
    for (root, parts) in parts.sorted(by: { $0.key < $1.key }) where !parts.isEmpty {
      let start = root + added + 1
      branches.append(Branch(root: root, start: start, parts: parts))
      for (offset, part) in parts.enumerated() { places[part.id] = (start + offset, part.level) }
      added += parts.count
    }
    (self.branches, self.places, count) = (branches, places, added)
  }

  /// What stands in a row of the list: a sub-item, or a row of the result.
  ///
  /// - Complexity: O(log n) for n unfolded items.
  func row(at index: Int) -> (part: Part?, root: Int) {
    guard let branch = lastBranch(where: { $0.start <= index }) else { return (nil, index) }
    if index < branch.end { return (branch.parts[index - branch.start], branch.root) }
    return (nil, index - branch.end + branch.root + 1)
  }

  /// The row of the list of a row of the result.
  func index(ofRoot root: Int) -> Int {
    lastBranch { $0.root < root }.map { $0.end + root - $0.root - 1 } ?? root
  }

  /// The row of a part; nil for all other items.
  func index(of id: PersistentIdentifier) -> Int? { places[id]?.index }

  /// How deep an item stands.
  func level(of id: PersistentIdentifier) -> Int { places[id]?.level ?? 0 }

  /// Calls with each part.
  func forEach(_ body: (PersistentIdentifier) -> Void) {
    for branch in branches { for part in branch.parts { body(part.id) } }
  }

  private func lastBranch(where isBefore: (Branch) -> Bool) -> Branch? {
    let index = branches.partitioningIndex { !isBefore($0) }
    return index > 0 ? branches[index - 1] : nil
  }
}

// MARK: - Plan

/// Looks up which sub-items come in below the rows of a result.
@MainActor
struct OutlinePlan {
  let results: FetchResultsCollection<Item>
  let query: ItemQuery
  /// The items that show their sub-items.
  let shown: Set<PersistentIdentifier>

  /// Reads the sub-items, so whoever makes the outline learns when they change.
  ///
  /// - Parameter positions: where items with sub-items stand in the result.
  func outline(_ positions: [PersistentIdentifier: Int]) -> Outline {
    var parts: [Int: [Outline.Part]] = [:]
    for (id, place) in positions where shown.contains(id) {
      if let item = results.model(for: id) { parts[place] = self.parts(of: item, level: 1) }
    }
    return Outline(parts)
  }

  private func parts(of item: Item, level: Int) -> [Outline.Part] {
    let parts = item.subitems.filter { query.shows($0) }.sorted { $0.position < $1.position }
    return parts.flatMap { part in
      let id = part.persistentModelID
      return [Outline.Part(id: id, level: level)] + (shown.contains(id) ? self.parts(of: part, level: level + 1) : [])
    }
  }
}

// MARK: - Queries

extension ItemQuery {
  /// Whether sub-items stand below their items: where everything is shown, or everything that is open.
  ///
  /// Elsewhere a sub-item may match and its parent may not, so what is found stands for itself.
  var isOutline: Bool { isEmpty || isOpenOnly }

  private var isOpenOnly: Bool { terms.count == 1 && terms[0].condition == .state(.open) && !terms[0].isNegated }

  /// The roots of the outline: the items whose parents are not in view.
  var rootPredicate: Predicate<Item> {
    guard isOpenOnly else { return #Predicate { $0.parent == nil } }
    return #Predicate { $0.completedAt == nil && ($0.parent == nil || $0.parent?.completedAt != nil) }
  }

  /// Whether an item is a root of the outline, by its values.
  func isRoot(_ item: Item) -> Bool { shows(item) && item.parent.map(shows) != true }

  /// Whether a sub-item is in view if its parent is.
  func shows(_ part: Item) -> Bool { isEmpty || !part.isDone }
}

// MARK: - Folding

/// Which items show their sub-items.
///
/// Few items show them until they are folded; where looking all of them up would take time at each change, they are
/// shown when they are asked for.
struct Folding {
  /// The most items that show their sub-items unasked.
  private static let maxShown = 100
  /// The most rows that are looked at for them.
  private static let maxLooks = 2_000_000

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

  /// The items that show their sub-items, of those that have some.
  ///
  /// - Parameter rows: how many rows the list has.
  func shown(_ parents: [PersistentIdentifier: Int], rows: Int) -> Set<PersistentIdentifier> {
    let areFew = parents.count <= Self.maxShown && parents.count * rows <= Self.maxLooks
    return areFew ? Set(parents.keys).subtracting(folded) : unfolded.filter { parents[$0] != nil }
  }
}
