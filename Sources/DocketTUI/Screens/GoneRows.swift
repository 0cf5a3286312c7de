import SwiftData
import TerminalUI

/// What has left the list of what is marked.
struct GoneRows: Sendable {
  /// Those that were marked one by one.
  private(set) var named: Set<PersistentIdentifier> = []
  /// How many of those that were marked together with all.
  private(set) var count = 0

  /// - Complexity: linear in the number of rows, and O(n log n) in that of the rows of which all were marked.
  init(_ marking: ListMarking<PersistentIdentifier>, from shown: ShownItems) {
    switch marking {
    case .these(let ids): named = ids
    case .all(let all):
      all.snapshot.prepare()
      (named, count) = (all.added, all.snapshot.count - all.leftOut.count)
    }
    shown.forEach { id in
      if named.remove(id) == nil, case .all(let all) = marking, all.contains(id) { count -= 1 }
    }
    if case .all = marking { count = max(0, count) }
  }
}
