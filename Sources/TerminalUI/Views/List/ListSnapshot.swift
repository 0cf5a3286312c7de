/// Which rows a list had at a moment: a value for any actor, that knows nothing of what came since.
public struct ListSnapshot<ID: Hashable & Sendable>: Sendable {
  /// How many rows there were.
  public let count: Int
  private let has: @Sendable (ID) -> Bool
  private let getReady: @Sendable () -> Void

  /// Creates a snapshot of a source that can tell its rows without listing them.
  ///
  /// - Parameters:
  ///   - count: How many rows there are.
  ///   - prepare: Called off the main actor before many rows are asked for; may take time, and be called again.
  ///   - contains: Whether there was a row; asked for each visible row of each frame.
  public init(
    count: Int, prepare: @escaping @Sendable () -> Void = {}, contains: @escaping @Sendable (ID) -> Bool
  ) {
    (self.count, getReady, has) = (count, prepare, contains)
  }

  /// Whether there was a row.
  ///
  /// - Complexity: That of the source.
  public func contains(_ id: ID) -> Bool { has(id) }

  /// Makes asking for many rows quick; takes time, so it is not for the main actor.
  public func prepare() { getReady() }
}
