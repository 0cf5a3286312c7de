/// Which rows of a list are marked: some, or all but some, so that marking all of a long list takes no time.
public enum ListMarking<ID: Hashable> {
  /// These rows.
  case these(Set<ID>)
  /// All rows but these, also those that come into the list later.
  case allBut(Set<ID>)

  /// Whether a row is marked.
  public func contains(_ id: ID) -> Bool {
    switch self {
    case .these(let ids): ids.contains(id)
    case .allBut(let ids): !ids.contains(id)
    }
  }

  /// How many rows are marked.
  ///
  /// - Parameter total: The number of rows in the list.
  public func count(of total: Int) -> Int {
    switch self {
    case .these(let ids): ids.count
    case .allBut(let ids): max(0, total - ids.count)
    }
  }

  /// The rows that it names, as marked or as left out.
  public var named: Set<ID> {
    switch self {
    case .these(let ids), .allBut(let ids): ids
    }
  }

  mutating func set(_ id: ID, isMarked: Bool) {
    switch self {
    case .these(var ids):
      self = .these([])
      if isMarked { ids.insert(id) } else { ids.remove(id) }
      self = .these(ids)
    case .allBut(var ids):
      self = .these([])
      if isMarked { ids.remove(id) } else { ids.insert(id) }
      self = .allBut(ids)
    }
  }

  mutating func forget(where isGone: (ID) -> Bool) {
    switch self {
    case .these(let ids): self = .these(ids.filter { !isGone($0) })
    case .allBut(let ids): self = .allBut(ids.filter { !isGone($0) })
    }
  }
}

extension ListMarking: Sendable where ID: Sendable {}
