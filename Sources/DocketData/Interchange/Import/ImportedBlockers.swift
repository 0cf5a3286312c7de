import Foundation
import SwiftData

/// The blockers of a file's items: set at once where they are known, else once the whole file is read.
struct ImportedBlockers {
  /// An item whose blockers were not all there yet.
  struct Incomplete {
    let item: UUID
    let blockers: [UUID]
    let position: InterchangeError.Position
    /// Whether those that are nowhere are kept.
    let bearsMissing: Bool
  }

  static let loop = "The item waits for itself."

  /// The items that got new blockers, which may wait for them.
  private(set) var items: [(item: UUID, position: InterchangeError.Position)] = []
  private(set) var incomplete: [Incomplete] = []

  /// Sets the blockers of an item that are known.
  ///
  /// - Parameter hasMissing: whether some were kept with it that were nowhere.
  mutating func set(_ imported: ImportedItem, of item: Item, _ known: [UUID: Item], hasMissing: Bool) {
    guard let blockers = imported.blockers else { return }
    if hasMissing || !blockers.allSatisfy({ known[$0] != nil }) {
      incomplete.append(
        Incomplete(
          item: item.uid, blockers: blockers, position: imported.position,
          bearsMissing: imported.bearsMissingBlockers))
    }
    if replace(blockers.compactMap { known[$0] }, of: item) { items.append((item.uid, imported.position)) }
  }

  /// Sets the blockers of an item now that all items are there.
  ///
  /// - Returns: those that are missing still.
  mutating func complete(_ item: Item, _ entry: Incomplete, _ known: [UUID: Item]) -> [UUID] {
    if replace(entry.blockers.compactMap { known[$0] }, of: item) { items.append((entry.item, entry.position)) }
    return entry.blockers.filter { known[$0] == nil }
  }

  static func missing(_ blocker: UUID) -> String {
    "An item that it waits for, \(blocker.uuidString), is neither in the file nor in the store."
  }

  /// - Returns: whether they differ from those that there were.
  private func replace(_ blockers: [Item], of item: Item) -> Bool {
    let (old, new) = (Set(item.blockers.map(ObjectIdentifier.init)), Set(blockers.map(ObjectIdentifier.init)))
    guard old != new else { return false }
    var seen: Set<ObjectIdentifier> = []
    item.blockers = blockers.filter { seen.insert(ObjectIdentifier($0)).inserted }
    return !blockers.isEmpty
  }
}

/// Finds loops of items that wait for each other.
///
/// Items of a loop that the file has no part in stay as they are: machines that sync can make one.
struct BlockerLoops {
  private let changed: Set<UUID>
  /// Items from which no loop can be reached.
  private var sound: Set<PersistentIdentifier> = []

  init(among blockers: ImportedBlockers) { changed = Set(blockers.items.map(\.item)) }

  /// An item of a loop, whose blockers the file changed, and the one that it waits for there; nil if no loop can be
  /// reached from an item.
  ///
  /// - Complexity: each item is visited once, however often this is asked.
  mutating func loop(from start: Item) -> (item: Item, blocker: Item)? {
    // With a list of items to do: recursion would not hold any number of levels.
    var path: [(item: Item, rest: [Item])] = []
    var places: [PersistentIdentifier: Int] = [:]
    func enter(_ item: Item) {
      places[item.persistentModelID] = path.count
      path.append((item, item.blockers))
    }
    if !sound.contains(start.persistentModelID) { enter(start) }
    while let item = path.last?.item {
      guard let next = path[path.count - 1].rest.popLast() else {
        places[item.persistentModelID] = nil
        sound.insert(item.persistentModelID)
        path.removeLast()
        continue
      }
      if let place = places[next.persistentModelID] {
        guard let last = path[place...].lastIndex(where: { changed.contains($0.item.uid) }) else { continue }
        return (path[last].item, last + 1 < path.count ? path[last + 1].item : next)
      } else if !sound.contains(next.persistentModelID) {
        enter(next)
      }
    }
    return nil
  }
}
