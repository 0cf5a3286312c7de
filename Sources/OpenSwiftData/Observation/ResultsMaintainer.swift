import Dispatch
import DocketLocking
import Foundation

/// Keeps the ordered keys of a fetch up to date in the background.
///
/// It reads the whole result once. After that it looks up in the history which rows each committed transaction changed,
/// and moves, adds or removes those and the ones that lead to them along relationships of the condition. It reads
/// everything anew if that is cheaper, if it can't tell which rows these are, or if SQL can't express the order. History
/// and rows are read in one snapshot, so the list is always the exact result at some moment; only its first rows may be
/// delivered before it.
// Sound as `@unchecked Sendable`: the mutable state is only used on `queue`, except for what `firstPage` and `start`
// set before anything runs there.
final class ResultsMaintainer<Element: PersistentModel>: @unchecked Sendable {
  /// Receives each new state of the result, on the maintainer's queue.
  typealias Delivery = @Sendable (_ state: ResultsState) -> Void

  /// What has been read, and where the history was then.
  private typealias Snapshot = (content: ResultsContent, token: Int64)

  private enum Phase {
    /// Not all has been read yet.
    case unread
    /// The content of the predecessor, in reverse, is about to become the content.
    case awaitingPredecessor
    /// All has been read, and changes are followed.
    case complete
  }

  /// How many rows the first page has.
  private static var firstPageLimit: Int { 200 }

  private let store: SQLiteStore
  private let reader: ResultsReader<Element>
  private let deliver: Delivery
  private let queue = FollowerThreads.queue("OpenSwiftData.ResultsMaintainer")
  private let interruptible = InterruptibleReading()
  private var follower: CommitFollower?
  private var fullRead: ThrottledWork?

  private var phase = Phase.unread
  private var content = ResultsContent()
  private var token: Int64 = 0
  /// The last keys of all rows that were read; until then those of a wider condition in the same order.
  ///
  /// Behind a lock, as whoever narrows the condition does not wait for what the queue is reading.
  private let known = Lock<OrderedKeys?>(nil)
  /// Whether a first page was delivered, or could not be found.
  private var hasTriedFirstPage = false
  private var delivered: ResultsState?

  init(_ query: ResultsQuery<Element>, store: SQLiteStore, deliver: @escaping Delivery) {
    self.store = store
    self.deliver = deliver
    reader = ResultsReader(query: query, store: store)
  }

  deinit { stop() }

  private var query: ResultsQuery<Element> { reader.query }

  // MARK: - From outside

  /// The first rows of the result, if an index yields them without a scan; nil otherwise.
  func firstPage() throws -> ResultsState? {
    guard query.page.startsAtFirst else { return nil }
    let limit = min(Self.firstPageLimit, query.page.needed ?? .max)
    let content = try store.read { try reader.contentAtOnce(limit: limit, on: $0) }
    hasTriedFirstPage = content?.keys.count == limit
    return content.map { ResultsState($0, page: query.page, isComplete: false) }
  }

  /// Reads the whole result in the background and follows the changes from then on.
  ///
  /// - Parameter predecessor: the maintainer of the descriptor before, which ends. If the new result is its reverse, what
  /// it has read is used; if the new condition narrows its one, the first rows are looked for among what it has read.
  func start(after predecessor: ResultsMaintainer? = nil) {
    predecessor?.stop()
    let reverse = predecessor.flatMap { query.isReverse(of: $0.query) ? $0 : nil }
    if reverse != nil { phase = .awaitingPredecessor }
    let fullRead = ThrottledWork(on: queue) { [weak self] in self?.readAll() }
    let follower = CommitFollower(store, query.dependencies, on: queue) { [weak self] in self?.update() }
    (self.fullRead, self.follower) = (fullRead, follower)
    follower.start()
    if let reverse {
      reverse.handOver { [weak self] snapshot in self?.begin(reversing: snapshot) }
    } else {
      if let predecessor, query.narrows(predecessor.query) {
        let wider = predecessor.known.withLock { $0 }
        setKnown(wider)
      }
      queue.async { fullRead.request() }
    }
  }

  /// Ends the work; nobody needs what is being read.
  func stop() {
    interruptible.end()
    follower?.stop()
  }

  /// Calls on the queue with what has been read; with nil if not all has.
  private func handOver(to successor: @escaping @Sendable (Snapshot?) -> Void) {
    queue.async { successor(self.phase == .complete ? (self.content, self.token) : nil) }
  }

  private func begin(reversing snapshot: Snapshot?) {
    queue.async {
      self.phase = .unread
      guard let snapshot else {
        self.fullRead?.request()
        return
      }
      self.content = snapshot.content
      self.content.keys = snapshot.content.keys.reversed()
      self.setKnown(self.content.keys)
      self.token = snapshot.token
      self.phase = .complete
      self.update()
    }
  }

  // MARK: - Reading everything

  private func readAll() {
    do {
      try deliverFirstPage()
      try store.read { connection in
        try self.interruptible.run(on: connection) {
          try connection.withReadTransaction {
            let token = try self.store.history.latestToken(on: connection)
            self.content = try connection.givingWay {
              try self.reader.content(limit: self.query.page.kept, on: connection)
            }
            self.token = token
          }
        }
      }
      phase = .complete
      deliverContent()
    } catch is InterruptibleReading.Ended {
      return
    } catch {
      report(error)
    }
  }

  /// Delivers the first rows before all are read and sorted, which takes long if they are many.
  private func deliverFirstPage() throws {
    guard phase != .complete, !hasTriedFirstPage else { return }
    hasTriedFirstPage = true
    let wider = known.withLock { $0 }
    let page = try store.read { connection in
      try self.interruptible.run(on: connection) {
        try self.reader.firstPage(
          limit: Self.firstPageLimit, among: wider, on: connection, onTimeout: self.deliverIncomplete)
      }
    }
    page.map(deliverIncomplete)
  }

  private func deliverIncomplete(_ rows: ResultsContent) {
    deliver(ResultsState(rows, page: query.page, isComplete: false))
  }

  // MARK: - Following changes

  private func update() {
    switch phase {
    case .awaitingPredecessor: return
    case .unread: fullRead?.request()
    // A pending read will see the changes.
    case .complete where fullRead?.isPending == true: return
    case .complete: applyChanges()
    }
  }

  private func applyChanges() {
    do {
      let isUpToDate = try store.follow { connection in
        try connection.withReadTransaction { try self.applyChanges(on: connection) }
      }
      if isUpToDate { deliverContent() } else { fullRead?.request() }
    } catch {
      report(error)
    }
  }

  /// - Returns: false if everything has to be read anew.
  private func applyChanges(on connection: Connection) throws -> Bool {
    let reading = try store.history.changes(after: token, skippingOwn: false, on: connection)
    let limit = AffectedRows.limit(ofAll: content.keys.count)
    guard query.isOrdered,
      let affected = try query.dependencies.affectedRows(by: reading.changes, atMost: limit, on: connection)
    else { return false }
    var maintenance = ResultsMaintenance(content, reader: reader, connection: connection)
    guard try maintenance.apply(affected.keys) else { return false }
    (content, token) = (maintenance.content, reading.token)
    return true
  }

  private func setKnown(_ keys: OrderedKeys?) {
    // The old ones may be a million: they are released after the lock, which the main actor takes too.
    var other = keys
    known.withLock { swap(&$0, &other) }
  }

  private func deliverContent() {
    setKnown(content.keys)
    let state = ResultsState(content, page: query.page, isComplete: phase == .complete)
    if let delivered, delivered.isShown(like: state) { return }
    delivered = state
    deliver(state)
  }

  /// Reports that the store can't be read; the last result stays, and the next change tries again.
  private func report(_ error: any Error) {
    let last = delivered ?? ResultsState(content, page: query.page, isComplete: phase == .complete)
    let state = last.failed(error)
    delivered = state
    deliver(state)
  }
}
