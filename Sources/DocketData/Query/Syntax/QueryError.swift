/// What is wrong with a query, and where.
public struct QueryError: Error, Hashable, Sendable {
  /// What is wrong and what to do, as a sentence for a person.
  public let message: String
  /// Where: the characters of the query, counted from 0.
  public let range: Range<Int>
}

extension QueryError: CustomStringConvertible {
  /// The message with the place, counted from 1.
  public var description: String { "\(message) (at character \(range.lowerBound + 1))" }
}
