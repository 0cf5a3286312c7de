/// A batch as it came from a remote, with its changes as far as this version can read them.
///
/// Reading needs no store: a page's next portion is read on another thread while the one before is merged.
struct ReceivedBatch: Sendable {
  let envelope: BatchEnvelope
  /// The batch as its writer's version of the schema has it; nil if it can't be read.
  let batch: Batch?

  init(_ envelope: BatchEnvelope) {
    self.envelope = envelope
    batch = try? BatchCodec().batch(of: envelope)
  }
}

extension ReceivedBatch {
  /// Gives a page's batches in portions for one transaction each; one at least, even if the page has no batch.
  ///
  /// - Parameters:
  ///   - limit: how many rows a portion has, about.
  ///   - merge: merges a portion, and is told whether it is the last one.
  static func read(
    _ batches: [BatchEnvelope], limit: Int, isolation: isolated (any Actor)? = #isolation,
    _ merge: ([ReceivedBatch], Bool) async throws -> Void
  ) async throws {
    let portions = portions(of: batches, limit: limit)
    try await withThrowingTaskGroup(of: [ReceivedBatch].self) { group in
      func read(_ index: Int) {
        let portion = portions[index]
        group.addTask { portion.map(ReceivedBatch.init) }
      }
      read(0)
      for index in portions.indices {
        let portion = try await group.next() ?? []
        if index + 1 < portions.count { read(index + 1) }
        try await merge(portion, index + 1 == portions.count)
      }
    }
  }

  private static func portions(of batches: [BatchEnvelope], limit: Int) -> [ArraySlice<BatchEnvelope>] {
    var portions: [ArraySlice<BatchEnvelope>] = []
    var (start, count) = (0, 0)
    for (index, batch) in batches.enumerated() {
      let rows = BatchCodec().rowCount(of: batch)
      if index > start, count + rows > limit {
        portions.append(batches[start..<index])
        (start, count) = (index, 0)
      }
      count += rows
    }
    return portions + [batches[start...]]
  }
}
