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
  /// The fields that are kept with the items and not understood; an export into the same format writes them back.
  public internal(set) var kept: [FieldCount] = []
  /// The fields that an item has no place for and that are not kept: those of JSON and CSV, which are our own formats.
  public internal(set) var unread: [FieldCount] = []
  /// The records of the file that are no items.
  public internal(set) var passedOver: [FieldCount] = []
  /// The time zones of the file that nobody knows here; moments in them were read on the clock on the wall.
  public internal(set) var unknownZones: [FieldCount] = []
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
