import Foundation

// SwiftData's surface of the history: transactions, their changes, tokens, tombstones and queries, for any store.

/// What one save wrote to a store.
///
/// Source: SwiftData, `HistoryTransaction`.
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
  /// The type of the token for the transaction.
  associatedtype TokenType: Comparable, Hashable, Identifiable, Sendable
  /// The type of the transaction's identity.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

  /// The time of the save.
  var timestamp: Date { get }
  /// The rows that were inserted, updated and deleted.
  var changes: [HistoryChange] { get }
  /// The position in the history right after the transaction.
  var token: TokenType { get }
  /// The identity of the transaction in its store.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the store.
  var storeIdentifier: String { get }
  /// The `author` of the context that saved.
  var author: String? { get }
}

/// A position in the history of a store: everything up to it has been seen.
///
/// Source: SwiftData, `HistoryToken`.
public protocol HistoryToken: Comparable, Codable, Hashable, Identifiable, Sendable {
  /// The type of the token's value.
  associatedtype TokenType: Codable, Hashable, Sendable

  /// The token's value.
  var tokenValue: TokenType? { get }

  /// The identifier of the store that the token belongs to.
  var storeIdentifier: String { get }
}

// MARK: - Changes

/// One row that a transaction inserted, updated or deleted.
///
/// Source: SwiftData, `HistoryChange`.
public enum HistoryChange: Sendable {
  /// A row was inserted.
  case insert(any HistoryInsert)
  /// Properties of a row were updated.
  case update(any HistoryUpdate)
  /// A row was deleted.
  case delete(any HistoryDelete)

  /// The identifier of the row.
  public var changedPersistentIdentifier: PersistentIdentifier {
    switch self {
    case .insert(let change): change.changedPersistentIdentifier
    case .update(let change): change.changedPersistentIdentifier
    case .delete(let change): change.changedPersistentIdentifier
    }
  }
}

/// The record of an inserted row.
///
/// Source: SwiftData, `HistoryInsert`.
public protocol HistoryInsert<Model>: Sendable {
  /// The model type of the row.
  associatedtype Model: PersistentModel
  /// The type of the transaction's identity.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// The type of the change's identity.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable

  /// The identity of the change.
  var changeIdentifier: ChangeIdentifier { get }
  /// The identity of the transaction that the change belongs to.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the row.
  var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// The record of an updated row.
///
/// Source: SwiftData, `HistoryUpdate`.
public protocol HistoryUpdate<Model>: Sendable {
  /// The model type of the row.
  associatedtype Model: PersistentModel
  /// The type of the transaction's identity.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// The type of the change's identity.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable

  /// The key path of an updated property.
  typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

  /// The identity of the change.
  var changeIdentifier: ChangeIdentifier { get }
  /// The identity of the transaction that the change belongs to.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the row.
  var changedPersistentIdentifier: PersistentIdentifier { get }

  /// The key paths of the updated properties.
  var updatedAttributes: [any PartialKeyPath<Model> & Sendable] { get }
}

/// The record of a deleted row.
///
/// Source: SwiftData, `HistoryDelete`.
public protocol HistoryDelete<Model>: Sendable {
  /// The model type of the row.
  associatedtype Model: PersistentModel
  /// The type of the transaction's identity.
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  /// The type of the change's identity.
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable

  /// The identity of the change.
  var changeIdentifier: ChangeIdentifier { get }
  /// The identity of the transaction that the change belongs to.
  var transactionIdentifier: TransactionIdentifier { get }
  /// The identifier of the row.
  var changedPersistentIdentifier: PersistentIdentifier { get }

  /// The values that were preserved of the row.
  var tombstone: HistoryTombstone<Model> { get }
}

/// What is left of a deleted row: the values of its properties that are marked `.preserveValueOnDeletion`.
///
/// As a sequence it has the values in the order in which the model declares the properties. Properties that were nil
/// have no value.
///
/// Source: SwiftData, `HistoryTombstone`.
public struct HistoryTombstone<Model: PersistentModel>: Sequence, Sendable {
  /// Iterates over the values.
  public struct Iterator: IteratorProtocol {
    fileprivate var values: [any Sendable].Iterator

    /// The next value, or nil at the end.
    public mutating func next() -> Any? { values.next() }
  }

  /// Values of any type.
  public typealias Element = Any

  /// The stored values by property name.
  private let values: [String: SQLiteValue]

  init(values: [String: SQLiteValue]) { self.values = values }

  /// The value that a property had, or nil if it was nil or is not preserved.
  ///
  /// It is of the property's type, and decoded anew each time.
  public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
    Model._$properties.property(for: keyPath).flatMap(value)
  }

  /// Returns an iterator over the values.
  public func makeIterator() -> Iterator {
    Iterator(values: Model._$properties.all.compactMap(value).makeIterator())
  }

  private func value(of property: ModelProperty) -> (any Sendable)? {
    guard let stored = values[property.name], let value = try? property.value(from: stored) else { return nil }
    // Sound: a value that was just decoded has no other references, and both existentials have one layout: `Sendable`
    // has no witness table.
    return unsafeBitCast(value as Any, to: (any Sendable).self)
  }
}

/// Which transactions of the history to fetch or to delete, and in which order.
///
/// Source: SwiftData, `HistoryDescriptor`.
public struct HistoryDescriptor<TransactionType: HistoryTransaction> {
  /// The transactions that match; nil for all.
  public var predicate: Predicate<TransactionType>?
  /// The order of the transactions; by default that of their commits.
  public var sortBy: [SortDescriptor<TransactionType>]
  /// The largest number of transactions; 0 for no limit.
  public var fetchLimit: UInt64 = 0

  /// Creates a descriptor; without arguments it describes the whole history.
  public init(predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}

/// A store that keeps a history of its transactions.
///
/// Source: SwiftData, `HistoryProviding`.
public protocol HistoryProviding {
  /// The type of the store's transactions.
  associatedtype HistoryType: HistoryTransaction

  /// The type of the store's transactions.
  static var historyType: HistoryType.Type { get }

  /// The transactions that a descriptor describes.
  func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]

  /// Deletes the transactions that a descriptor describes.
  func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}
