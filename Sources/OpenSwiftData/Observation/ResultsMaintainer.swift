import Dispatch
import Foundation
import Synchronization

/// Keeps the ordered keys of a fetch up to date in the background.
///
/// It reads the whole result once. After that each committed transaction is looked up in the history, and only the rows
/// it changed are moved, added or removed; the query runs again only if very many rows changed or SQL can't say the
/// predicate. The history and the rows are read in one snapshot, so the list is always the exact result of some moment.
// Sound as `@unchecked Sendable`: `keys`, `token` and `isWhole` are only touched on `queue`; everything else is
// constant or guarded.
final class ResultsMaintainer<Element: PersistentModel>: ChangeHub.Subscriber, @unchecked Sendable {
  /// What receives each new state of the result, on the maintainer's queue.
  typealias Delivery = @Sendable (_ state: ResultsState) -> Void

  private let store: SQLiteStore
  private let descriptor: FetchDescriptor<Element>
  private let query: SelectQuery
  private let isTranslated: Bool
  private let deliver: Delivery
  private let queue = DispatchQueue(label: "OpenSwiftData.ResultsMaintainer", qos: .userInitiated)
  private let isUpdateScheduled = Atomic<Bool>(false)

  private var keys = OrderedKeys()
  private var token: Int64 = 0
  private var isWhole = false

  /// - Throws: `SwiftDataError` if the descriptor makes no sense.
  init(_ descriptor: FetchDescriptor<Element>, store: SQLiteStore, deliver: @escaping Delivery) throws {
    self.store = store
    self.descriptor = descriptor
    self.deliver = deliver
    var residual: FetchResidual<Element>?
    query = try SelectQuery(descriptor, table: store.table(for: Element.self), residual: &residual)
    isTranslated = residual == nil
  }

  /// The first keys of the result, if an index hands them out without a scan; nil otherwise.
  func firstPage(limit: Int) throws -> OrderedKeys? {
    guard isTranslated, query.isServedByIndex else { return nil }
    var page = query
    page.limit = min(limit, query.limit ?? limit)
    return OrderedKeys(try store.read { try page.keys(on: $0) })
  }

  /// Reads the whole result in the background and follows the changes from then on.
  func start() {
    store.hub.subscribe(self)
    store.followOtherProcesses()
    queue.async { self.readAll() }
  }

  /// Ends the work; nothing is delivered after the step that is running.
  func stop() { store.hub.unsubscribe(ObjectIdentifier(self)) }

  func receive(_ changes: ModelChanges) {
    guard changes.concern(query.table.identity) else { return }
    guard !isUpdateScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.async { [weak self] in self?.update() }
  }

  // MARK: - On the queue

  private func readAll() {
    do {
      try store.read { connection in
        try connection.withReadTransaction {
          let token = try self.store.history.latestToken(on: connection)
          (self.keys, self.token) = (OrderedKeys(try self.allKeys(on: connection)), token)
        }
      }
      isWhole = true
      deliverKeys()
    } catch {
      report(error)
    }
  }

  private func deliverKeys() { deliver(ResultsState(keys: keys, isComplete: isWhole, error: nil)) }

  /// Tells that the store can't be read; the last result stands, and the next change tries again.
  private func report(_ error: any Error) { deliver(ResultsState(keys: keys, isComplete: isWhole, error: error)) }

  private func allKeys(on connection: Connection) throws -> [Int64] {
    guard isTranslated else {
      let container = ModelContainer(store: store)
      return try ModelContext(container).fetchIdentifiers(descriptor).map(\.key)
    }
    return try query.keys(on: connection)
  }

  private func update() {
    // Before reading: a change that comes in between schedules another update.
    isUpdateScheduled.store(false, ordering: .sequentiallyConsistent)
    guard isWhole else { return readAll() }
    do {
      let outcome = try store.read { connection in
        try connection.withReadTransaction { try self.applyChanges(on: connection) }
      }
      switch outcome {
      case .moved: deliverKeys()
      case .tooMany: readAll()
      case .unmoved: break
      }
    } catch {
      report(error)
    }
  }

  private enum Outcome {
    case unmoved
    case moved
    case tooMany
  }

  private func applyChanges(on connection: Connection) throws -> Outcome {
    let reading = try store.history.changes(after: token, skippingOwn: false, on: connection)
    guard !reading.changes.isEverything else { return .tooMany }
    let relevant = reading.changes.runs.filter(concernsResult)
    guard !relevant.isEmpty else {
      token = reading.token
      return .unmoved
    }
    guard canBeApplied(relevant) else { return .tooMany }
    var maintenance = try ResultsMaintenance(query: query, keys: keys, connection: connection)
    try maintenance.apply(relevant)
    (keys, token) = (maintenance.keys, reading.token)
    return .moved
  }

  /// An update of properties that neither condition nor order looks at moves nothing.
  private func concernsResult(_ run: ModelChanges.Run) -> Bool {
    guard run.entity == query.table.identity else { return false }
    guard run.kind == .update, isTranslated else { return true }
    return !query.dependencies.isDisjoint(with: run.properties)
  }

  private func canBeApplied(_ runs: [ModelChanges.Run]) -> Bool {
    let count = runs.reduce(0) { $0.addingReportingOverflow($1.keys.count).partialValue }
    guard count >= 0 else { return false }
    return isTranslated && query.limit == nil && query.offset == nil && count <= max(256, keys.count / 50)
  }
}
