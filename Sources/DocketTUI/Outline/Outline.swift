import SwiftData

/// Where the parts of unfolded items stand amongst the rows: a value that knows places, and nothing of items.
///
/// The result of a fetch has the items that belong to no other one in view; the parts come in below them.
struct Outline: Sendable {
  /// An item that others belong to.
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

  /// What stands in a row of the list: a part, or a row of the result.
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
    var range = 0..<branches.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if isBefore(branches[middle]) { range = middle + 1..<range.upperBound } else { range = range.lowerBound..<middle }
    }
    return range.lowerBound > 0 ? branches[range.lowerBound - 1] : nil
  }
}
