/// One row that a transaction inserted, updated or deleted.
///
/// Source: SwiftData, `HistoryChange`.
public enum HistoryChange: Sendable {
  /// A row was inserted.
  case insert(any HistoryInsert)
  /// Properties of a row were changed.
  case update(any HistoryUpdate)
  /// A row was deleted.
  case delete(any HistoryDelete)

  /// The identifier of the row.
  public var changedPersistentIdentifier: PersistentIdentifier {
    switch self {
    case .insert(let change): change.changedPersistentIdentifier
    case .update(let change): change.changedPersistentIdentifier
    case .delete(let change): change.changedPersistentIdentifier
    }
  }
}
