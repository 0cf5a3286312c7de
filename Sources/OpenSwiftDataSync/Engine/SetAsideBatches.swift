import OpenSwiftData

extension SyncEngine {
  /// The batches that were received and are not merged, each with the reason in one line; `SyncStatus.setAside` counts them.
  ///
  /// - Returns: those that can't be read, those that wait for others, and those from clocks that are ahead.
  /// - Throws: `SyncError.notSetUp`, `StoreError`.
  /// - Complexity: O(what waits).
  public func setAside() throws -> [RemoteProblem] {
    let ahead = try read { try SyncTables($0, at: place).keptBatches().ahead }
    return try looking { merge in
      merge.state.setAside.sorted { $0.key < $1.key }.map { RemoteProblem(batch: $0, description: "\($1.reason)") }
        + merge.state.parts.waiting.map { RemoteProblem(batch: $0.id, description: merge.state.seen.lack(of: $0)) }
        + ahead.map { RemoteProblem(batch: $0.header.id, description: "its clock is ahead: it waits until then") }
    }
  }
}

extension VersionVector {
  /// What a batch waits for, in words.
  fileprivate func lack(of batch: Batch) -> String {
    let known = batch.header.vector
    let missing = known.replicas.first { self[$0].number < known[$0].number }
    let next = missing.map { BatchID(replica: $0, number: self[$0].number + 1) }
    let before = BatchID(replica: batch.id.replica, number: self[batch.id.replica].number + 1)
    return "it waits for batch \(next ?? before)"
  }
}
