import Dispatch
import Foundation

/// Keeps the ordered keys of a fetch up to date in the background.
///
/// It reads the whole result once. After that each committed transaction is looked up in the history, and only the rows
/// it changed are moved, added or removed; the query runs again only if that is cheaper, a row of another entity decides
/// about the result, or SQL can't say the order. The history and the rows are read in one snapshot, so the list is
/// always the exact result of some moment; only its first rows may come before it.
// Sound as `@unchecked Sendable`: the mutable state is only touched on `queue`, but for what `start` sets before anything
// runs there.
final class ResultsMaintainer<Element: PersistentModel>: @unchecked Sendable {
  /// What receives each new state of the result, on the maintainer's queue.
  typealias Delivery = @Sendable (_ state: ResultsState) -> Void

  /// How many rows the first page has.
  static var firstPage: Int { 200 }

  private let store: SQLiteStore
  private let reader: ResultsReader<Element>
  private let deliver: Delivery
  private let queue = DispatchQueue(label: "OpenSwiftData.ResultsMaintainer", qos: .userInitiated)
  private var follower: CommitFollower?
  private var reading: PacedWork?
  private let interruptible = InterruptibleReading()

  private var content = ResultsContent()
  private var token: Int64 = 0
  private var isWhole = false
  /// Whether what was read before is about to be taken over.
  private var isTakingOver = false
  /// Whether there is something to show before all is read, or was looked for in vain.
  private var hasFirstPage = false
  private var delivered: ResultsState?

  init(_ query: ResultsQuery<Element>, store: SQLiteStore, deliver: @escaping Delivery) {
    self.store = store
    self.deliver = deliver
    reader = ResultsReader(query: query, store: store)
  }

  deinit { stop() }

  /// The first rows of the result, if an index hands them out without a scan; nil otherwise.
  func firstPage() throws -> ResultsState? {
    let query = reader.query
    guard query.page.startsAtFirst else { return nil }
    let limit = min(Self.firstPage, query.page.needed ?? .max)
    let content = try store.read { try reader.contentAtOnce(limit: limit, on: $0) }
    hasFirstPage = content?.keys.count == limit
    return content.map { ResultsState($0, page: query.page, isComplete: false) }
  }

  /// Reads the whole result in the background and follows the changes from then on.
  ///
  /// - Parameter predecessor: what was followed before; it ends, and what it has read is taken over if the new result is
  ///   the same the other way round.
  func start(after predecessor: ResultsMaintainer? = nil) {
    predecessor?.stop()
    let opposite = predecessor.flatMap { reader.query.isOpposite(of: $0.reader.query) ? $0 : nil }
    isTakingOver = opposite != nil
    let reading = PacedWork(on: queue) { [weak self] in self?.readAll() }
    let follower = CommitFollower(reader.query.dependencies, on: queue) { [weak self] in self?.update() }
    (self.reading, self.follower) = (reading, follower)
    store.hub.subscribe(follower)
    store.followOtherProcesses()
    guard let opposite else { return queue.async { reading.request() } }
    opposite.handOver { [weak self] content in self?.begin(with: content) }
  }

  /// Calls on the queue with what has been read and where the history was then; with nil if not all has.
  private func handOver(to successor: @escaping @Sendable ((content: ResultsContent, token: Int64)?) -> Void) {
    queue.async { successor(self.isWhole ? (self.content, self.token) : nil) }
  }

  private func begin(with turned: (content: ResultsContent, token: Int64)?) {
    queue.async {
      self.isTakingOver = false
      guard let turned else { return self.reading?.request() ?? () }
      self.content = turned.content
      self.content.keys = turned.content.keys.turnedAround
      (self.token, self.isWhole) = (turned.token, true)
      self.update()
    }
  }

  /// Ends the work; nobody needs what is being read.
  func stop() {
    interruptible.end()
    if let follower { store.hub.unsubscribe(ObjectIdentifier(follower)) }
  }

  // MARK: - On the queue

  private func readAll() {
    do {
      try deliverFirstPage()
      try store.read { connection in
        try self.interruptible.run(on: connection) {
          try connection.withReadTransaction {
            let token = try self.store.history.latestToken(on: connection)
            self.content = try self.reader.content(limit: self.reader.query.page.kept, on: connection)
            self.token = token
          }
        }
      }
      isWhole = true
      deliverContent()
    } catch is InterruptibleReading.Ended {
      return
    } catch {
      report(error)
    }
  }

  /// To find all rows of many takes long, and to put them in order; nobody need wait for the first ones so long.
  private func deliverFirstPage() throws {
    guard !isWhole, !hasFirstPage else { return }
    hasFirstPage = true
    let page = try store.read { connection in
      try self.interruptible.run(on: connection) {
        try self.reader.firstPage(limit: Self.firstPage, on: connection, soon: self.deliverBeginning)
      }
    }
    page.map(deliverBeginning)
  }

  private func deliverBeginning(_ rows: ResultsContent) {
    deliver(ResultsState(rows, page: reader.query.page, isComplete: false))
  }

  private func update() {
    guard !isTakingOver else { return }
    guard isWhole else { return reading?.request() ?? () }
    guard reading?.isWaiting != true else { return }
    do {
      let isUpToDate = try store.read { connection in
        try connection.withReadTransaction { try self.applyChanges(on: connection) }
      }
      if isUpToDate { deliverContent() } else { reading?.request() }
    } catch {
      report(error)
    }
  }

  /// - Returns: false if everything has to be read anew.
  private func applyChanges(on connection: Connection) throws -> Bool {
    let reading = try store.history.changes(after: token, skippingOwn: false, on: connection)
    guard !reading.changes.isEverything, reader.query.isOrdered else { return false }
    let dependencies = reader.query.dependencies
    let relevant = reading.changes.runs.filter { dependencies.areTouched(by: $0) }
    guard relevant.allSatisfy({ $0.entity == dependencies.entity }) else { return false }
    guard relevant.isEmpty || !dependencies.looksAtSiblings else { return false }
    let ranges = KeyRanges.merged(relevant.map(\.keys))
    guard KeyRanges.count(ranges) <= max(1024, content.keys.count / 4) else { return false }
    var maintenance = ResultsMaintenance(content, reader: reader, connection: connection)
    guard try maintenance.apply(ranges) else { return false }
    (content, token) = (maintenance.content, reading.token)
    return true
  }

  private func deliverContent() {
    let state = ResultsState(content, page: reader.query.page, isComplete: isWhole)
    if let delivered, delivered.shows(the: state) { return }
    delivered = state
    deliver(state)
  }

  /// Tells that the store can't be read; the last result stands, and the next change tries again.
  private func report(_ error: any Error) {
    var state = delivered ?? ResultsState(content, page: reader.query.page, isComplete: isWhole)
    state.error = error
    delivered = state
    deliver(state)
  }
}
