/// Which rows of a list are marked: some, or all of a moment but some, so that marking all of a long list takes no time.
public enum ListMarking<ID: Hashable & Sendable>: Sendable {
  /// These rows.
  case these(Set<ID>)
  /// All rows that there were, but some.
  case all(AllMarked<ID>)

  /// Whether a row is marked.
  ///
  /// - Complexity: That of ``ListSnapshot/contains(_:)`` if all were marked.
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
