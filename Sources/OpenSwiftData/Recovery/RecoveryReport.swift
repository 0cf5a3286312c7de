/// What was salvaged of a damaged store.
public struct RecoveryReport: Hashable, Sendable {
  /// How many rows of each entity were salvaged, by the entity's name.
  public internal(set) var rows: [String: Int] = [:]
  /// How many stretches of rows could not be read; each may have held one row or thousands.
  public internal(set) var gaps = 0
  /// How many rows were read and left out, because they break a rule, such as a unique value that another one has.
  public internal(set) var refused = 0
  /// How many references led to rows that are lost, and were let go.
  public internal(set) var danglingReferences = 0
}
