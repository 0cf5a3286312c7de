import OpenSwiftDataSync

// How a batch that can't be opened holds up its replica and nobody else:
//
//   base      X1  Y1  X2* Y2  X3  Y3          * can't be opened
//   front     ───────────────────────▶        gives X1 Y1 Y2 Y3, leaves out X2 and X3
//   X         ────▶                           stays at the page with X2, and is tried once a pull
//
// The base's cursor can't be taken apart, so the wrapper keeps one for the front and one for each replica that is held
// up. As soon as the page of such a replica can be opened as a whole, what it has of the replica is given and the
// position moves on, a page a pull, until it is where the front is. Pages may give again what was given before, which
// every remote may. While nothing can be opened the cursor stays the same, so that nobody believes that there is more.

/// The taking of pages of the base into one page of opened batches.
struct PullRound {
  private let limit: Int
  private let open: (BatchEnvelope) throws(SealingError) -> BatchEnvelope
  private var cursor: PullCursor
  private var result = RemotePage(batches: [], cursor: RemoteCursor())
  private var hasMetAnotherKey = false
  private var isLast = false

  init(
    after cursor: PullCursor, limit: Int, open: @escaping (BatchEnvelope) throws(SealingError) -> BatchEnvelope
  ) {
    self.limit = limit
    self.open = open
    self.cursor = cursor
  }

  /// How many batches may still be taken.
  private var rest: Int { limit - result.batches.count }

  /// Whether another key's batches were met and nothing was opened, now or before.
  var doubtsKey: Bool { hasMetAnotherKey && !cursor.isKeyProven }

  /// The outcome.
  var page: RemotePage {
    var page = result
    page.cursor = cursor.cursor
    page.isLast = isLast && cursor.held.isEmpty
    return page
  }

  /// Takes a page for each replica that is held up, and the one at the front.
  ///
  /// - Throws: what the remote throws.
  mutating func take(from base: some SyncRemote) async throws {
    for (replica, position) in cursor.held.sorted(by: { $0.key < $1.key }) where rest > 0 {
      take(try await base.pull(after: position, limit: rest), of: replica)
    }
    if rest > 0 { take(try await base.pull(after: cursor.front, limit: rest)) }
  }

  /// Takes the page at the front.
  private mutating func take(_ page: RemotePage) {
    for batch in page.batches where cursor.held[batch.header.id.replica] == nil {
      if let batch = opened(batch) {
        result.batches.append(batch)
      } else {
        cursor.held[batch.header.id.replica] = cursor.front
      }
    }
    cursor.front = page.cursor
    isLast = page.isLast
    result.needsSnapshot = result.needsSnapshot || page.needsSnapshot
    result.repeatPushesAfter = page.repeatPushesAfter ?? result.repeatPushesAfter
    note(page.problems)
  }

  /// Takes the page at which a replica is held up.
  private mutating func take(_ page: RemotePage, of replica: Replica) {
    var batches: [BatchEnvelope] = []
    note(page.problems.filter { $0.batch.replica == replica })
    for batch in page.batches where batch.header.id.replica == replica {
      guard let batch = opened(batch) else { return }
      batches.append(batch)
    }
    let isAtSamePlace = page.cursor == cursor.held[replica]
    // Full and at the same place: the base waits for something that is missing, and the replica may come behind it.
    if isAtSamePlace, page.batches.count >= rest { return }
    cursor.held[replica] = isAtSamePlace || page.cursor == cursor.front ? nil : page.cursor
    result.batches += batches
    result.needsSnapshot = result.needsSnapshot || page.needsSnapshot
    result.repeatPushesAfter = page.repeatPushesAfter ?? result.repeatPushesAfter
  }

  /// The batch, opened; nil if that fails, which is noted.
  private mutating func opened(_ batch: BatchEnvelope) -> BatchEnvelope? {
    do throws(SealingError) {
      let opened = try open(batch)
      cursor.isKeyProven = true
      return opened
    } catch {
      hasMetAnotherKey = hasMetAnotherKey || error == .anotherKey
      note([RemoteProblem(batch: batch.header.id, description: "batch \(batch.header.id): \(error)")])
      return nil
    }
  }

  private mutating func note(_ problems: [RemoteProblem]) {
    result.problems += problems.filter { !result.problems.contains($0) }
  }
}
