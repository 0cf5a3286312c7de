/// What an import did, or would have done.
public struct ImportReport: Hashable, Sendable {
  /// How many items were new.
  public internal(set) var added = 0
  /// How many items were there and became different.
  public internal(set) var updated = 0
  /// How many items were there and are the same.
  public internal(set) var unchanged = 0
  /// How many items were left out, because something is wrong with them.
  public internal(set) var leftOut = 0
  /// How many items were imported without the parent that the file says they have.
  ///
  /// An item that was there keeps the parent that it has if the other one is missing.
  public internal(set) var orphaned = 0
  /// What is wrong, the first hundred.
  public internal(set) var problems: [InterchangeError] = []

  /// How many items were dealt with.
  public var total: Int { added + updated + unchanged + leftOut }

  static let mostProblems = 100

  mutating func note(_ problem: InterchangeError) {
    leftOut += 1
    if problems.count < Self.mostProblems { problems.append(problem) }
  }

  /// Notes why an item was imported without the parent that the file says it has.
  mutating func noteLoss(_ problem: InterchangeError) {
    orphaned += 1
    if problems.count < Self.mostProblems { problems.append(problem) }
  }
}
