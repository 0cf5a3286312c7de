import OpenSwiftData

/// The rows of a store that joins a space again which it had left.
///
/// All others had been told what these were then. Told once more that counts as derived: what others have written or deleted
/// since is shown, and nobody has to decide about it. What was changed here since counts as written when it was saved; it
/// is told in that order, once all rows are told.
///
/// The transactions that tell the rows hand it on, so that the history is read once.
struct RejoinedRows {
  typealias Run = ReplicationTransaction.HistoryRun

  /// What the history says that was done since the store left the space.
  private(set) var runs: [Run] = []
  private let space: SyncIdentity
  private let leaving: FormerIdentities.Leaving
  /// The transactions in which the store received what others of the space had sent.
  private let receiving: RangeSet<Int64>
  /// The last transaction of the history that was read.
  private var token: Int64
  /// The keys that rows got since, by entity, but for those that others had sent.
  private var insertedKeys: [String: RangeSet<Int64>] = [:]

  /// - Parameter known: what an earlier transaction has read.
  /// - Returns: nil if the store never left the space, or the history does not reach back to that.
  init?(_ transaction: ReplicationTransaction, of space: SyncIdentity, after known: RejoinedRows?) throws {
    let former = FormerIdentities(transaction, of: space)
    guard let leaving = try former.leaving() else { return nil }
    let receiving = try former.receivingTransactions()
    // Another process may have left the space meanwhile.
    if var known, known.space == space, known.leaving == leaving, known.receiving == receiving,
      try known.read(transaction)
    {
      self = known
      return
    }
    (self.space, self.leaving, self.receiving, token) = (space, leaving, receiving, leaving.token)
    guard try read(transaction) else { return nil }
  }

  /// Reads what the history has after what was read.
  ///
  /// - Returns: false if it does not reach back to that.
  private mutating func read(_ transaction: ReplicationTransaction) throws -> Bool {
    // By whomever: what the store got in another space meanwhile is news in this one.
    let everybody = ""
    guard let new = try transaction.history(after: token, except: everybody) else { return false }
    token = try transaction.latestHistoryToken()
    guard !new.isEmpty else { return true }
    runs += new
    for run in new where run.kind == .insertion && !isReceived(run) {
      insertedKeys[run.entity, default: RangeSet()].insert(contentsOf: run.keys.lowerBound..<run.keys.upperBound + 1)
    }
    return true
  }

  /// Whether others of the space had sent what was done.
  func isReceived(_ run: Run) -> Bool {
    run.author == SpacePlace.own.author && receiving.contains(run.transaction)
  }

  /// The keys of rows that were there when the store left the space, or came from the others of it.
  ///
  /// - Complexity: O(keys · log(ranges of new keys)).
  func formerKeys(among keys: [Int64], _ entity: String) -> [Int64] {
    guard let inserted = insertedKeys[entity] else { return keys }
    return keys.filter { !inserted.contains($0) }
  }

  /// The edits that tell rows, with those as derived that were there.
  func told(_ edits: [LocalEdit], _ ledger: Ledger) -> [LocalEdit] {
    edits.map { edit in
      guard case .insert(let row, let entity, let values, let members, _) = edit, let key = ledger[row]?.key,
        insertedKeys[entity]?.contains(key) != true
      else { return edit }
      return .insert(row, entity: entity, values: values, members: members, isDerived: true)
    }
  }

  /// When what an edit says was so, in milliseconds since 1970; nil if it is not about a row that was there.
  func time(of edit: LocalEdit) -> Int64? {
    if case .insert(_, _, _, _, isDerived: true) = edit { leaving.time } else { nil }
  }
}
