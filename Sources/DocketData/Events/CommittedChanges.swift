import Foundation
import OpenSwiftData

/// What one transaction, of any process, did to items: keys only, as ranges, so that 10^6 new items take no more than one.
public struct CommittedChanges: Sendable {
  /// The number of the transaction; later ones have larger numbers.
  public let transaction: Int64
  /// Whether a program that a hook has started made it.
  public let isFromHook: Bool

  private var inserted = RangeSet<Int64>()
  /// Updates that set or cleared the date of completion; which of both, the row says.
  private var completed = RangeSet<Int64>()
  private var updated = RangeSet<Int64>()
  private var deleted = RangeSet<Int64>()
  /// The steps of the journal that the transaction added or turned: they know the deleted items.
  private(set) var steps: [Int64] = []

  private init(_ run: ReplicationTransaction.HistoryRun) {
    transaction = run.transaction
    isFromHook = run.author?.hasSuffix(HookAuthor.suffix) == true
  }

  /// The keys of items that an event may have happened to, in order; of an item that was completed or opened again, only
  /// its row says which.
  func candidates(for event: ItemEvent) -> RangeSet<Int64> {
    switch event {
    case .added: inserted.subtracting(deleted)
    case .changed: updated.union(completed).subtracting(inserted).subtracting(deleted)
    case .done: completed.subtracting(inserted).subtracting(deleted)
    case .deleted: deleted.subtracting(inserted)
    }
  }

  /// Whether a candidate, as it is now, is one of an event.
  func isOf(_ event: ItemEvent, _ key: Int64, isDone: Bool) -> Bool {
    switch event {
    case .added, .deleted: true
    case .changed: !(isDone && completed.contains(key))
    case .done: isDone
    }
  }

  /// Whether no hook can have anything to do with it.
  public var isEmpty: Bool { inserted.isEmpty && completed.isEmpty && updated.isEmpty && deleted.isEmpty }

  // MARK: - Reading

  /// What changes of an item when another one changes: the other ends of its relationships.
  private static let inverses: Set<String> = ["subitems", "blocked"]

  private mutating func add(_ run: ReplicationTransaction.HistoryRun) {
    let keys = run.keys.lowerBound..<run.keys.upperBound + 1
    guard run.entity == Self.item else {
      if run.entity == Self.step, run.kind != .deletion { steps += run.keys }
      return
    }
    switch run.kind {
    case .insertion: inserted.insert(contentsOf: keys)
    case .deletion: deleted.insert(contentsOf: keys)
    case .update where run.properties.contains(Self.completion): completed.insert(contentsOf: keys)
    case .update where Self.inverses.isSuperset(of: run.properties): break
    case .update: updated.insert(contentsOf: keys)
    }
  }

  private static let item = "Item"
  private static let step = "JournalStep"
  private static let completion = "completedAt"
}

/// A position in the history of a store.
public struct HistoryPosition: Codable, Hashable, Sendable {
  /// The identifier of the store.
  public let store: String
  /// The number of the last transaction before it.
  public let transaction: Int64

  /// A position right after a transaction.
  public init(store: String, transaction: Int64) { (self.store, self.transaction) = (store, transaction) }
}

/// The history no longer reaches back to a position, or the store is another one.
public struct HistoryGap: Error, Sendable {}

extension DataProvider {
  /// The end of the history; costs a look-up.
  public func historyEnd() throws -> HistoryPosition {
    try ReplicationTransaction.read(in: modelContainer()) {
      HistoryPosition(store: $0.storeIdentifier, transaction: try $0.latestHistoryToken())
    }
  }

  /// What the next transaction after a position did to items; nil if there is none.
  ///
  /// Transactions without changes of items are passed over.
  ///
  /// - Throws: `HistoryGap`, `StoreError`.
  public func nextChanges(after position: HistoryPosition) throws -> CommittedChanges? {
    try ReplicationTransaction.read(in: modelContainer()) { reading in
      guard reading.storeIdentifier == position.store, position.transaction <= (try reading.latestHistoryToken()) else {
        throw HistoryGap()
      }
      return try CommittedChanges.next(after: position.transaction, reading)
    }
  }
}

extension CommittedChanges {
  /// The number of runs in the first page, enough for most transactions, and in the pages after it.
  private static let (firstPageSize, pageSize) = (64, 2_000)
  /// Nobody's name: changes of all authors count.
  private static let nobody = "\u{0}"

  fileprivate static func next(
    after transaction: Int64, _ reading: ReplicationTransaction
  ) throws -> CommittedChanges? {
    var (found, first): (CommittedChanges?, Int64) = (nil, 0)
    while true {
      let limit = first == 0 ? firstPageSize : pageSize
      guard let page = try reading.history(after: transaction, except: nobody, from: first, limit: limit) else {
        throw HistoryGap()
      }
      for run in page {
        if let changes = found, changes.transaction != run.transaction {
          if !changes.isEmpty { return changes }
          found = nil
        }
        if found == nil { found = CommittedChanges(run) }
        found?.add(run)
      }
      // A page may be shorter than asked for, if there are rows that something else has written.
      guard let last = page.last else { return found.flatMap { $0.isEmpty ? nil : $0 } }
      first = last.number + 1
    }
  }
}
