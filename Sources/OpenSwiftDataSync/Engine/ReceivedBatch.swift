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
  ///   - size: how many rows a portion has, about.
  ///   - merge: merges a portion, and is told whether it is the last one.
  static func read(
    _ batches: [BatchEnvelope], _ size: () -> Int, isolation: isolated (any Actor)? = #isolation,
    _ merge: ([ReceivedBatch], Bool) async throws -> Void
  ) async throws {
    var rest = batches[...]
    try await withThrowingTaskGroup(of: [ReceivedBatch].self) { group in
      func readNext() {
        let portion = rest.prefix(portionCount(rest, size()))
        rest = rest.dropFirst(portion.count)
        group.addTask { portion.map(ReceivedBatch.init) }
      }
      readNext()
      while true {
        let portion = try await group.next() ?? []
        let isLast = rest.isEmpty
        if !isLast { readNext() }
        try await merge(portion, isLast)
        if isLast { return }
      }
    }
  }

  /// How many batches have a number of rows, about, but one at least.
  private static func portionCount(_ batches: ArraySlice<BatchEnvelope>, _ size: Int) -> Int {
    var rows = 0
    for (index, batch) in batches.enumerated() {
      rows += BatchCodec().rowCount(of: batch)
      if index > 0, rows > size { return index }
    }
    return batches.count
  }
}

/// How many rows are merged in one transaction: as many as take no longer than others can wait.
struct PortionSize {
  /// A transaction writes most pages of the indexes, however few rows it has: twice as many take less than twice as long.
  private static let largestFactor = 8

  private let smallest: Int
  private let longestTransaction: Duration
  private(set) var rows: Int

  /// - Parameter configuration: says how many rows a transaction has at least, if there are so many, and how long it may
  ///   take.
  init(_ configuration: SyncConfiguration) {
    (smallest, rows) = (configuration.transactionLimit, configuration.transactionLimit)
    longestTransaction = configuration.longestMergingTransaction
  }

  /// Notes how long a transaction took.
  mutating func note(_ duration: Duration) {
    if duration > longestTransaction {
      rows = max(smallest, rows / 2)
    } else if duration < longestTransaction / 2 {
      rows = min(rows * 2, smallest * Self.largestFactor)
    }
  }
}
