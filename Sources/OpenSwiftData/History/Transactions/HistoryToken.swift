/// A place in the history of a store: everything up to it has been seen.
///
/// Source: SwiftData, `HistoryToken`.
public protocol HistoryToken: Comparable, Codable, Hashable, Identifiable, Sendable {
  /// What the token says.
  associatedtype TokenType: Codable, Hashable, Sendable

  /// What the token says.
  var tokenValue: TokenType? { get }

  /// The identifier of the store that the token belongs to.
  var storeIdentifier: String { get }
}
