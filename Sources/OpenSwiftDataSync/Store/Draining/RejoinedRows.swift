import OpenSwiftData

/// The rows of a store that joins a space again which it had left.
///
/// All others had been told what these were then. Told once more that counts as derived: what others have written or deleted
/// since is shown, and nobody has to decide about it. What was changed here since counts as written when it was saved.
struct RejoinedRows {
  /// When the store left the space, in milliseconds since 1970.
  private let leavingTime: Int64
  private let ledger: Ledger
  private let runs: [ReplicationTransaction.HistoryRun]
  private var touches: [SyncIdentity: RowTouch] = [:]

  /// - Returns: nil if the store never left the space, or the history does not reach back to that.
  init?(_ transaction: ReplicationTransaction, of space: SyncIdentity, _ ledger: Ledger) throws {
    // By whomever: what the store got in another space meanwhile is news in this one.
    let nobody = ""
    guard let leaving = try FormerIdentities(transaction, of: space).leaving(),
      let runs = try transaction.history(after: leaving.token, except: nobody)
    else { return nil }
    leavingTime = leaving.time
    self.runs = runs
    self.ledger = ledger
  }

  /// The edits with what is not new of rows as derived, and those that tell what was changed of these since.
  ///
  /// The latter can be written once the former are merged.
  mutating func parts(of edits: [LocalEdit]) -> (told: [LocalEdit], changed: [LocalEdit]) {
    noteTouches(of: edits)
    var (told, changed): ([LocalEdit], [LocalEdit]) = ([], [])
    for edit in edits {
      guard case .insert(let row, let entity, let values, let members, _) = edit, touches[row]?.isWhole != true else {
        told.append(edit)
        continue
      }
      told.append(.insert(row, entity: entity, values: values, members: members, isDerived: true))
      guard let properties = touches[row]?.properties else { continue }
      changed += values.filter { properties.contains($0.key) }.sorted { $0.key < $1.key }
        .map { .set(row, property: $0.key, $0.value) }
      for (name, keys) in members.sorted(by: { $0.key < $1.key }) where properties.contains(name) {
        changed += keys.sorted { $0.key < $1.key }.map { .add(row, relationship: name, member: $0.key, key: $0.value) }
      }
    }
    return (told, changed)
  }

  /// When what an edit says was saved, in milliseconds since 1970; nil if it is not about a row that was there.
  func time(of edit: LocalEdit) -> Int64? {
    if case .insert(_, _, _, _, isDerived: true) = edit { leavingTime } else { touches[edit.row]?.time(of: edit) }
  }

  /// Notes what the history says of the rows that edits insert.
  private mutating func noteTouches(of edits: [LocalEdit]) {
    touches = [:]
    var rows: [String: [Int64: SyncIdentity]] = [:]
    for case .insert(let row, let entity, _, _, _) in edits {
      if let key = ledger[row]?.key { rows[entity, default: [:]][key] = row }
    }
    for run in runs {
      guard let inserted = rows[run.entity] else { continue }
      let keys =
        run.keys.count < inserted.count
        ? run.keys.filter { inserted[$0] != nil } : inserted.keys.filter(run.keys.contains)
      for key in keys { if let row = inserted[key] { touches[row, default: RowTouch()].note(run) } }
    }
  }
}
