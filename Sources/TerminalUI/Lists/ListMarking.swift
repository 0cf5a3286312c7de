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

  fileprivate mutating func set(_ id: ID, isMarked: Bool) {
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

  fileprivate mutating func forget(where isGone: (ID) -> Bool) {
    switch self {
    case .these(let ids): self = .these(ids.filter { !isGone($0) })
    case .all(var all):
      all.forget(where: isGone)
      self = .all(all)
    }
  }

  fileprivate mutating func noteGone(_ count: Int) {
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

/// The marked rows of a list, and the anchor from which a range is marked.
struct ListMarks<ID: Hashable & Sendable> {
  private(set) var marking = ListMarking<ID>.these([])
  /// The row from which a range reaches to the cursor.
  private(set) var anchor: ID?
  /// Where the anchor was when it was last looked up; rows move, so this is a guess.
  private(set) var anchorIndex: Int?
  /// Whether Shift has been extending the range from the anchor.
  private(set) var isExtending = false

  mutating func toggle(_ id: ID, at index: Int?) {
    if marking.contains(id) { remove(id) } else { insert(id) }
    (anchor, anchorIndex, isExtending) = (id, index, false)
  }

  mutating func insert(_ id: ID) { marking.set(id, isMarked: true) }

  mutating func remove(_ id: ID) { marking.set(id, isMarked: false) }

  mutating func replace(with marking: ListMarking<ID>) {
    self.marking = marking
    (anchor, anchorIndex, isExtending) = (nil, nil, false)
  }

  mutating func forget(where isGone: (ID) -> Bool) { marking.forget(where: isGone) }

  mutating func noteGone(_ count: Int) { marking.noteGone(count) }

  mutating func beginExtending(_ id: ID, at index: Int?) { (anchor, anchorIndex, isExtending) = (id, index, true) }

  mutating func noteAnchor(at index: Int?) { anchorIndex = index }

  mutating func endExtending() { isExtending = false }
}
