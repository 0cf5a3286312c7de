/// The marked rows of a list.
///
/// Either some, or all of one moment except some, so that marking all rows of a long list takes no time.
public enum ListMarking<ID: Hashable & Sendable>: Sendable {
  /// These rows.
  case these(Set<ID>)
  /// All rows of one moment, except some.
  case all(AllMarked<ID>)

  /// Whether a row is marked.
  ///
  /// - Complexity: That of ``RowSnapshot/contains(_:)`` if all were marked.
  public func contains(_ id: ID) -> Bool {
    switch self {
    case .these(let ids): ids.contains(id)
    case .all(let all): all.contains(id)
    }
  }

  /// How many rows are marked.
  public var count: Int {
    switch self {
    case .these(let ids): ids.count
    case .all(let all): all.count
    }
  }

  mutating func set(_ id: ID, isMarked: Bool) {
    switch self {
    case .these(var ids):
      // Emptied meanwhile: with two owners each change would copy the set.
      self = .these([])
      if isMarked { ids.insert(id) } else { ids.remove(id) }
      self = .these(ids)
    case .all(var all):
      self = .these([])
      all.set(id, isMarked: isMarked)
      self = .all(all)
    }
  }

  mutating func forget(where isGone: (ID) -> Bool) {
    switch self {
    case .these(let ids): self = .these(ids.filter { !isGone($0) })
    case .all(var all):
      all.forget(where: isGone)
      self = .all(all)
    }
  }

  mutating func noteGone(_ count: Int) {
    guard case .all(var all) = self else { return }
    all.gone = count
    self = .all(all)
  }
}

/// All rows that a list had at one moment, except some, and rows that came later and were marked.
public struct AllMarked<ID: Hashable & Sendable>: Sendable {
  /// The rows of that moment.
  public let snapshot: RowSnapshot<ID>
  /// The rows of that moment that are not marked, even if they leave the list and come back.
  public private(set) var leftOut: Set<ID> = []
  /// The rows that came later and were marked.
  public private(set) var added: Set<ID> = []
  /// How many marked rows of that moment have left the list.
  fileprivate var gone = 0

  init(_ snapshot: RowSnapshot<ID>) { self.snapshot = snapshot }

  /// Whether a row is marked.
  public func contains(_ id: ID) -> Bool { added.contains(id) || !leftOut.contains(id) && snapshot.contains(id) }

  /// How many rows are marked.
  public var count: Int { max(0, snapshot.count - leftOut.count - gone) + added.count }

  fileprivate mutating func set(_ id: ID, isMarked: Bool) {
    guard snapshot.contains(id) else { return setNewcomer(id, isMarked: isMarked) }
    if isMarked { leftOut.remove(id) } else { leftOut.insert(id) }
  }

  private mutating func setNewcomer(_ id: ID, isMarked: Bool) {
    if isMarked { added.insert(id) } else { added.remove(id) }
  }

  fileprivate mutating func forget(where isGone: (ID) -> Bool) { added = added.filter { !isGone($0) } }
}
