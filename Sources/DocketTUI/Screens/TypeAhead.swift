import SwiftData
import TerminalUI

/// Keys typed faster than the store answers: they wait until the item they are meant for is the selected one.
///
/// Somebody who adds an item and goes on typing means the new item, and somebody who deletes twice means the next one. Only
/// commands on items wait, and what is typed after them.
struct TypeAhead {
  /// How many items are being added, and not in the list yet.
  private(set) var adding = 0
  /// The items that are being deleted, or will leave the list otherwise, and are still in it.
  private(set) var deleting: Set<PersistentIdentifier> = []

  private var keys: [Key] = []

  /// Whether a command on the selected item has to wait.
  func mustWait(selected: PersistentIdentifier?) -> Bool {
    adding > 0 || selected.map { deleting.contains($0) } ?? false
  }

  /// Whether keys wait already, so that further ones must line up.
  var isWaiting: Bool { !keys.isEmpty }

  mutating func append(_ key: Key) { keys.append(key) }

  /// Takes the first waiting key.
  mutating func next() -> Key? { keys.isEmpty ? nil : keys.removeFirst() }

  /// Puts back a key that has to wait on.
  mutating func putBack(_ key: Key) { keys.insert(key, at: 0) }

  /// Drops what waits: what it was meant for did not come about.
  mutating func drop() { keys = [] }

  mutating func beginAdding() { adding += 1 }
  mutating func endAdding() { adding -= 1 }
  mutating func beginDeleting(_ ids: [PersistentIdentifier]) { deleting.formUnion(ids) }
  mutating func endDeleting(_ id: PersistentIdentifier) { deleting.remove(id) }
}
