import Foundation

/// A query with a name: one that everybody has, or a saved one.
public struct NamedQuery: Hashable, Sendable {
  /// What it is called.
  public let name: String
  /// The query, as it is typed.
  public let query: String

  /// Creates a named query.
  public init(name: String, query: String) {
    self.name = name
    self.query = query
  }

  /// The queries that everybody has, in the order in which they are shown.
  public static let standard = [
    NamedQuery(name: "open", query: "is:open"), NamedQuery(name: "today", query: "is:today"),
    NamedQuery(name: "overdue", query: "is:overdue"), NamedQuery(name: "done", query: "is:done sort:-done"),
    NamedQuery(name: "all", query: ""),
  ]

  /// Whether a name is that of a query that everybody has, so that no other one can have it; case does not matter.
  public static func isStandard(_ name: String) -> Bool {
    standard.contains { TagName.key(of: $0.name) == TagName.key(of: name) }
  }
}
