/// A place in the history of one of this library's stores: the number of the last transaction that was seen.
///
/// It can be kept, as JSON for instance, and used in another run of the program.
///
/// Source: SwiftData, `DefaultHistoryToken`.
public struct DefaultHistoryToken: HistoryToken {
  /// The numbers of the last seen transactions by store identifier.
  public typealias TokenType = [String: Int64]

  /// The identifier of the store that the token belongs to.
  public let storeIdentifier: String

  let transaction: Int64

  /// The number of the last seen transaction.
  public var id: Int { Int(transaction) }

  /// The store's identifier and the number of the last seen transaction.
  public var tokenValue: TokenType? { [storeIdentifier: transaction] }

  /// Whether the left place comes first; those of different stores are ordered by store.
  public static func < (left: DefaultHistoryToken, right: DefaultHistoryToken) -> Bool {
    (left.storeIdentifier, left.transaction) < (right.storeIdentifier, right.transaction)
  }
}
