import DocketData

/// Something whose name can be changed: a tag, a list or a saved filter.
enum NamedThing: Hashable, Sendable {
  case tag(String)
  case list(String)
  case filter(NamedQuery)

  var name: String {
    switch self {
    case .tag(let name), .list(let name): name
    case .filter(let filter): filter.name
    }
  }

  /// Its kind and its name: "the tag “ops”".
  var words: String {
    switch self {
    case .tag: "the tag “\(name)”"
    case .list: "the list “\(name)”"
    case .filter: "the filter “\(name)”"
    }
  }

  var query: NamedQuery { query(named: name) }

  /// Its query under another name.
  func query(named name: String) -> NamedQuery {
    switch self {
    case .tag: .tag(name)
    case .list: .list(name)
    case .filter(let filter): NamedQuery(name: name, query: filter.query)
    }
  }

  /// Whether items belong to it.
  var hasItems: Bool {
    if case .filter = self { false } else { true }
  }

  nonisolated(nonsending) func rename(to name: String, _ handler: DataHandler) async throws {
    switch self {
    case .tag(let old): try await handler.renameTag(old, to: name)
    case .list(let old): try await handler.renameList(old, to: name)
    case .filter(let old): try await handler.renameFilter(old.name, to: name)
    }
  }

  nonisolated(nonsending) func delete(_ handler: DataHandler) async throws {
    switch self {
    case .tag(let name): try await handler.deleteTag(name)
    case .list(let name): try await handler.deleteList(name)
    case .filter(let filter): try await handler.deleteFilter(filter.name)
    }
  }
}
