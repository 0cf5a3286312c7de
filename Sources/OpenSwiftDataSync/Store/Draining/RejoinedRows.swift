import OpenSwiftData

/// The rows of a store that joins a space again which it had left.
///
/// All others had been told what these were then. Told once more that counts as derived: what others have written or deleted
/// since is shown, and nobody has to decide about it. What was changed here since counts as written when it was saved; it
/// is told in that order, once all rows are told.
struct RejoinedRows {
  /// What the history says that was done since the store left the space.
  let runs: [ReplicationTransaction.HistoryRun]
  /// When the store left the space, in milliseconds since 1970.
  private let leavingTime: Int64
  private let ledger: Ledger
  /// The keys that rows got since, by entity.
  private let insertedKeys: [String: [ClosedRange<Int64>]]

  /// - Returns: nil if the store never left the space, or the history does not reach back to that.
  init?(_ transaction: ReplicationTransaction, of space: SyncIdentity, _ ledger: Ledger) throws {
    // By whomever: what the store got in another space meanwhile is news in this one.
    let everybody = ""
    guard let leaving = try FormerIdentities(transaction, of: space).leaving(),
      let runs = try transaction.history(after: leaving.token, except: everybody)
    else { return nil }
    self.runs = runs
    self.ledger = ledger
    leavingTime = leaving.time
    insertedKeys = Dictionary(grouping: runs.filter { $0.kind == .insertion }, by: \.entity).mapValues {
      $0.map(\.keys)
    }
  }

  /// The keys of rows that were there when the store left the space.
  func formerKeys(among keys: [Int64], _ entity: String) -> [Int64] {
    guard let inserted = insertedKeys[entity] else { return keys }
    return keys.filter { key in !inserted.contains { $0.contains(key) } }
  }

  /// The edits that tell rows, with those as derived that were there.
  func told(_ edits: [LocalEdit]) -> [LocalEdit] {
    edits.map { edit in
      guard case .insert(let row, let entity, let values, let members, _) = edit, let key = ledger[row]?.key,
        !formerKeys(among: [key], entity).isEmpty
      else { return edit }
      return .insert(row, entity: entity, values: values, members: members, isDerived: true)
    }
  }

  /// When what an edit says was so, in milliseconds since 1970; nil if it is not about a row that was there.
  func time(of edit: LocalEdit) -> Int64? {
    if case .insert(_, _, _, _, isDerived: true) = edit { leavingTime } else { nil }
  }
}
