/// A query with a name.
public struct SavedFilter: Equatable, Sendable {
  /// What a person calls it.
  public var name: String

  /// In the language of the search line.
  public var query: String

  /// Creates a filter; the query is not looked at.
  public init(name: String, query: String) {
    self.name = name
    self.query = query
  }
}
