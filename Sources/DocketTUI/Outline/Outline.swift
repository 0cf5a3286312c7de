import DocketData
import DocketLocking
import Foundation
import SwiftData

/// Which rows the sub-items of unfolded items have: a value of positions.
///
/// The result of a fetch has the roots, whose parents are not in view; sub-items come below them.
struct Outline: Sendable {
  struct Subitem {
    let id: PersistentIdentifier
    /// The number of its ancestors in the list.
    let level: Int
  }

  /// The sub-items below a row of the result.
  private struct Branch {
    /// Its index in the result.
    let root: Int
    /// The row of the first sub-item.
    let start: Int
    let subitems: [Subitem]

    var end: Int { start + subitems.count }
  }

  private let branches: [Branch]
  private let places: [PersistentIdentifier: (index: Int, level: Int)]
  let count: Int

  /// - Parameter subitems: by the index of their root in the result.
  init(_ subitems: [Int: [Subitem]] = [:]) {
    var branches: [Branch] = []
    var places: [PersistentIdentifier: (index: Int, level: Int)] = [:]
    var added = 0
    for (root, subitems) in subitems.sorted(by: { $0.key < $1.key }) where !subitems.isEmpty {
      let start = root + added + 1
      branches.append(Branch(root: root, start: start, subitems: subitems))
      for (offset, subitem) in subitems.enumerated() { places[subitem.id] = (start + offset, subitem.level) }
      added += subitems.count
    }
    (self.branches, self.places, count) = (branches, places, added)
  }

  /// A row's sub-item, or its index in the result.
  ///
  /// - Complexity: O(log n) for n unfolded items.
  func row(at index: Int) -> (subitem: Subitem?, root: Int) {
    guard let branch = lastBranch(where: { $0.start <= index }) else { return (nil, index) }
    if index < branch.end { return (branch.subitems[index - branch.start], branch.root) }
    return (nil, index - branch.end + branch.root + 1)
  }

  /// The row of an index of the result.
  func index(ofRoot root: Int) -> Int {
    lastBranch { $0.root < root }.map { $0.end + root - $0.root - 1 } ?? root
  }

  /// Nil for items of the result.
  func index(of id: PersistentIdentifier) -> Int? { places[id]?.index }

  func level(of id: PersistentIdentifier) -> Int { places[id]?.level ?? 0 }

  func forEach(_ body: (PersistentIdentifier) -> Void) {
    for branch in branches { for subitem in branch.subitems { body(subitem.id) } }
  }

  private func lastBranch(where isBefore: (Branch) -> Bool) -> Branch? {
    let index = branches.partitioningIndex { !isBefore($0) }
    return index > 0 ? branches[index - 1] : nil
  }
}

// MARK: - Plan

/// Looks up which sub-items come below the rows of a result.
@MainActor
struct OutlinePlan {
  let results: FetchResultsCollection<Item>
  let query: QueryOutline
  let shown: Set<PersistentIdentifier>

  /// Reads the sub-items; in an observed region, their changes are noticed.
  ///
  /// - Parameter positions: the indexes of items with sub-items.
  func outline(_ positions: [PersistentIdentifier: Int]) -> Outline {
    var subitems: [Int: [Outline.Subitem]] = [:]
    for (id, place) in positions where shown.contains(id) {
      if let item = results.model(for: id) { subitems[place] = self.subitems(of: item, level: 1) }
    }
    return Outline(subitems)
  }

  private func subitems(of item: Item, level: Int) -> [Outline.Subitem] {
    let subitems = item.subitems.filter { query.shows($0, below: item) }.sorted(by: Item.inManualOrder)
    return subitems.flatMap { subitem in
      let id = subitem.persistentModelID
      let below = shown.contains(id) ? self.subitems(of: subitem, level: level + 1) : []
      return [Outline.Subitem(id: id, level: level)] + below
    }
  }
}

// MARK: - Folding

/// Which items show their sub-items.
///
/// A few parents show them until folded; of many, looking all up at each change takes time, so they are hidden until
/// unfolded.
struct Folding {
  /// The most parents that show them at first.
  private static let maxShown = 100
  /// The most comparisons to find them.
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

  /// The parents whose sub-items are shown.
  func shown(_ parents: [PersistentIdentifier: Int], rows: Int) -> Set<PersistentIdentifier> {
    let areFew = parents.count <= Self.maxShown && parents.count * rows <= Self.maxLooks
    return areFew ? Set(parents.keys).subtracting(folded) : unfolded.filter { parents[$0] != nil }
  }
}
