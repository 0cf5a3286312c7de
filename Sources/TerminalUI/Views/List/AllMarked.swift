/// All rows that a list had at a moment, but some; what came later is not marked unless somebody marks it.
public struct AllMarked<ID: Hashable & Sendable>: Sendable {
  /// The rows of that moment.
  public let snapshot: ListSnapshot<ID>
  /// The rows of that moment that are not marked; they stay so though they leave the list and come back.
  public private(set) var leftOut: Set<ID> = []
  /// The rows that came later and were marked.
  public private(set) var added: Set<ID> = []
  /// How many marked rows of that moment have left the list.
  var gone = 0

  init(_ snapshot: ListSnapshot<ID>) { self.snapshot = snapshot }

  /// Whether a row is marked.
  public func contains(_ id: ID) -> Bool { added.contains(id) || !leftOut.contains(id) && snapshot.contains(id) }

  /// How many rows are marked.
  public var count: Int { max(0, snapshot.count - leftOut.count - gone) + added.count }

  mutating func set(_ id: ID, isMarked: Bool) {
    guard snapshot.contains(id) else { return setNewcomer(id, isMarked: isMarked) }
    if isMarked { leftOut.remove(id) } else { leftOut.insert(id) }
  }

  private mutating func setNewcomer(_ id: ID, isMarked: Bool) {
    if isMarked { added.insert(id) } else { added.remove(id) }
  }

  mutating func forget(where isGone: (ID) -> Bool) { added = added.filter { !isGone($0) } }
}
