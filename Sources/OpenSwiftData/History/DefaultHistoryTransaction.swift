import DocketLocking
import Foundation

// The history's types for the stores of this library.

/// What one save wrote to one of this library's stores.
///
/// Source: SwiftData, `DefaultHistoryTransaction`.
public struct DefaultHistoryTransaction: HistoryTransaction {
  /// Transactions of a store are numbered in the order of their commits.
  public typealias TransactionIdentifier = Int64
  /// The type of the token for the transaction.
  public typealias TokenType = DefaultHistoryToken

  /// The time of the save, by the clock of the machine that saved.
  public let timestamp: Date
  /// The position in the history right after the transaction.
  public let token: DefaultHistoryToken
  /// The number of the transaction.
  public let transactionIdentifier: Int64
  /// The identifier of the store.
  public let storeIdentifier: String
  /// The name of the program that saved; a program has no bundle identifier on Linux.
  public let bundleIdentifier: String
  /// The number of the process that saved, as text.
  public let processIdentifier: String
  /// The `author` of the context that saved.
  public let author: String?

  private let list: HistoryChangeList

  /// - Parameter row: a row with id, timestamp, author, bundle and process.
  init(_ row: Statement, storeIdentifier: String, runs: [HistoryRun]) {
    timestamp = Date(timeIntervalSinceReferenceDate: row.real(1))
    transactionIdentifier = row.integer(0)
    token = DefaultHistoryToken(storeIdentifier: storeIdentifier, transaction: transactionIdentifier)
    self.storeIdentifier = storeIdentifier
    bundleIdentifier = row.text(3)
    processIdentifier = row.text(4)
    author = row.isNull(2) ? nil : row.text(2)
    list = HistoryChangeList(runs)
  }

  /// The number of the transaction.
  public var id: Int64 { transactionIdentifier }

  /// The changed rows; rows that were changed alike come together, in the order of their keys.
  ///
  /// Rows of entities that are not in the container's schema are left out.
  ///
  /// - Complexity: O(rows) when first read, then O(1).
  public var changes: [HistoryChange] { list.changes }

  /// Whether both are the same transaction of the same store.
  public static func == (left: DefaultHistoryTransaction, right: DefaultHistoryTransaction) -> Bool {
    left.token == right.token
  }

  /// Hashes the transaction's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(token) }
}

/// A position in the history of one of this library's stores: the number of the last transaction that was seen.
///
/// It can be kept, for instance as JSON, and used in another run of the program.
///
/// Source: SwiftData, `DefaultHistoryToken`.
public struct DefaultHistoryToken: HistoryToken {
  /// The numbers of the last seen transactions by store identifier.
  public typealias TokenType = [String: Int64]

  /// The identifier of the store that the token belongs to.
  public let storeIdentifier: String

  let transaction: Int64

  /// The number of the last seen transaction.
  public var id: Int { Int(transaction) }

  /// The store's identifier and the number of the last seen transaction.
  public var tokenValue: TokenType? { [storeIdentifier: transaction] }

  /// Whether the left position comes first; those of different stores are ordered by store.
  public static func < (left: DefaultHistoryToken, right: DefaultHistoryToken) -> Bool {
    (left.storeIdentifier, left.transaction) < (right.storeIdentifier, right.transaction)
  }
}

// MARK: - Changes

/// The record of an inserted row of one of this library's stores.
///
/// Source: SwiftData, `DefaultHistoryInsert`.
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert, Hashable {
  /// Transactions are numbered.
  public typealias TransactionIdentifier = Int64
  /// Changes are numbered in the order in which the transaction has them.
  public typealias ChangeIdentifier = Int64

  /// The number of the change; larger in later transactions, and unique in its store.
  public let changeIdentifier: Int64
  /// The number of the transaction.
  public let transactionIdentifier: Int64
  /// The identifier of the row.
  public let changedPersistentIdentifier: PersistentIdentifier
}

/// The record of an updated row of one of this library's stores.
///
/// Source: SwiftData, `DefaultHistoryUpdate`.
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate, Hashable {
  /// Transactions are numbered.
  public typealias TransactionIdentifier = Int64
  /// Changes are numbered in the order in which the transaction has them.
  public typealias ChangeIdentifier = Int64
  /// The key path of an updated property.
  public typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

  /// The number of the change; larger in later transactions, and unique in its store.
  public let changeIdentifier: Int64
  /// The number of the transaction.
  public let transactionIdentifier: Int64
  /// The identifier of the row.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The key paths of the updated properties.
  public let updatedAttributes: [any PartialKeyPath<Model> & Sendable]

  /// Whether both are the same change of the same store.
  public static func == (left: DefaultHistoryUpdate, right: DefaultHistoryUpdate) -> Bool {
    left.changeIdentifier == right.changeIdentifier
      && left.changedPersistentIdentifier == right.changedPersistentIdentifier
  }

  /// Hashes the change's identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(changeIdentifier)
    hasher.combine(changedPersistentIdentifier)
  }
}

/// The record of a deleted row of one of this library's stores.
///
/// Source: SwiftData, `DefaultHistoryDelete`.
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete, Hashable {
  /// Transactions are numbered.
  public typealias TransactionIdentifier = Int64
  /// Changes are numbered in the order in which the transaction has them.
  public typealias ChangeIdentifier = Int64

  /// The number of the change; larger in later transactions, and unique in its store.
  public let changeIdentifier: Int64
  /// The number of the transaction.
  public let transactionIdentifier: Int64
  /// The identifier of the row.
  public let changedPersistentIdentifier: PersistentIdentifier
  /// The values of the properties marked `.preserveValueOnDeletion`.
  public let tombstone: HistoryTombstone<Model>

  /// Whether both are the same change of the same store.
  public static func == (left: DefaultHistoryDelete, right: DefaultHistoryDelete) -> Bool {
    left.changeIdentifier == right.changeIdentifier
      && left.changedPersistentIdentifier == right.changedPersistentIdentifier
  }

  /// Hashes the change's identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(changeIdentifier)
    hasher.combine(changedPersistentIdentifier)
  }
}

// MARK: - Runs

/// The changes of a transaction: stored as runs, and expanded when first read.
private final class HistoryChangeList: Sendable {
  private let runs: [HistoryRun]
  private let expanded = Lock<[HistoryChange]?>(nil)

  init(_ runs: [HistoryRun]) {
    self.runs = runs
  }

  var changes: [HistoryChange] {
    expanded.withLock { expanded in
      if let expanded { return expanded }
      let all = runs.flatMap(\.changes)
      expanded = all
      return all
    }
  }
}

/// A run of rows that one transaction changed alike, with what is needed to make a change for each row.
struct HistoryRun: Sendable {
  private let run: ModelChanges.Run
  private let properties: ModelProperties
  private let transaction: Int64
  private let firstOrdinal: Int64
  private let tombstones: [Int64: [String: SQLiteValue]]

  /// A transaction's changes have numbers in a range of this size.
  private static let changesPerTransaction: Int64 = 1 << 32

  /// - Parameters:
  ///   - firstOrdinal: the number of the first row among the transaction's changes.
  ///   - tombstones: the preserved values of deleted rows, by key and property name.
  init(
    run: ModelChanges.Run, properties: ModelProperties, transaction: Int64, firstOrdinal: Int64,
    tombstones: [Int64: [String: SQLiteValue]]
  ) {
    self.run = run
    self.properties = properties
    self.transaction = transaction
    self.firstOrdinal = firstOrdinal
    self.tombstones = tombstones
  }

  /// One change for each row.
  fileprivate var changes: [HistoryChange] { changes(of: properties.modelType) }

  private func changes<Model: PersistentModel>(of _: Model.Type) -> [HistoryChange] {
    switch run.kind {
    case .insert: run.keys.map { .insert(insert(of: $0) as DefaultHistoryInsert<Model>) }
    case .delete: run.keys.map { .delete(deletion(of: $0) as DefaultHistoryDelete<Model>) }
    case .update: updates(keyPaths() as [any PartialKeyPath<Model> & Sendable])
    }
  }

  private func insert<Model>(of key: Int64) -> DefaultHistoryInsert<Model> {
    DefaultHistoryInsert(
      changeIdentifier: number(of: key), transactionIdentifier: transaction,
      changedPersistentIdentifier: identifier(of: key))
  }

  private func updates<Model: PersistentModel>(_ keyPaths: [any PartialKeyPath<Model> & Sendable]) -> [HistoryChange] {
    run.keys.map { key in
      .update(
        DefaultHistoryUpdate<Model>(
          changeIdentifier: number(of: key), transactionIdentifier: transaction,
          changedPersistentIdentifier: identifier(of: key), updatedAttributes: keyPaths))
    }
  }

  private func deletion<Model>(of key: Int64) -> DefaultHistoryDelete<Model> {
    DefaultHistoryDelete(
      changeIdentifier: number(of: key), transactionIdentifier: transaction,
      changedPersistentIdentifier: identifier(of: key), tombstone: HistoryTombstone(values: tombstones[key] ?? [:]))
  }

  private func keyPaths<Model: PersistentModel>() -> [any PartialKeyPath<Model> & Sendable] {
    let changed = Set(run.properties)
    return properties.all.filter { changed.contains($0.storedName) }.map { property in
      // Sound: the key paths of a model type's properties start at that type.
      unsafeDowncast(property.keyPath, to: (any PartialKeyPath<Model> & Sendable).self)
    }
  }

  private func identifier(of key: Int64) -> PersistentIdentifier { PersistentIdentifier(entity: run.entity, key: key) }

  private func number(of key: Int64) -> Int64 {
    transaction &* Self.changesPerTransaction &+ firstOrdinal &+ (key - run.keys.lowerBound)
  }
}
