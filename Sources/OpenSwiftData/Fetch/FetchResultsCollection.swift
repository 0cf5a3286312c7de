/// The elements of a result in their order, models or identifiers, each made when it is accessed.
///
/// ```swift
/// let items = try context.fetch(FetchDescriptor<Item>(), batchSize: 100)
/// items[5000].title
/// ```
/// ```sql
/// SELECT id FROM "Item" AS t0 ORDER BY t0.id ASC
/// SELECT … FROM "Item" … the rows of 100 keys around the position
/// ```
///
/// The collection holds keys, eight bytes each; accessing a model reads it and its neighbours at once. A copy is cheap.
///
/// Source: SwiftData, `FetchResultsCollection`.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
  /// The element, by the name that it has in SwiftData.
  public typealias T = Element

  private let keys: OrderedKeys
  private let source: any ResultsSource<Element>

  init(keys: OrderedKeys, source: any ResultsSource<Element>) {
    self.keys = keys
    self.source = source
  }

  /// The position of the first element.
  public var startIndex: Int { 0 }

  /// The position after the last element.
  public var endIndex: Int { keys.count }

  /// The element at a position.
  ///
  /// - Complexity: O(log n), and one batch of reads if a model is not in memory. A model whose row is gone answers
  ///   `isDeleted`.
  public subscript(position: Int) -> Element { source.element(at: position, in: keys) }

  /// The identifier at a position; nothing is read.
  ///
  /// - Complexity: O(log n).
  public func identifier(at position: Int) -> PersistentIdentifier { source.identifier(keys[position]) }

  /// The identifiers as they are now, for use on any actor; nothing is read.
  ///
  /// - Complexity: O(1).
  public var identifiers: FetchedIdentifiers {
    FetchedIdentifiers(
      keys: keys, entity: source.identifier(1).entity, unsavedEntity: source.identifier(-1).entity)
  }

  /// Reads the models of some positions at once, unless they are in memory.
  public func prefetch(_ positions: Range<Int>) { source.prefetch(positions.clamped(to: 0..<keys.count), in: keys) }

  /// The position of an identifier, or nil; nothing is read.
  ///
  /// - Complexity: O(n) at worst.
  public func position(of identifier: PersistentIdentifier) -> Int? {
    let permanent = identifier.resolved
    guard source.identifier(permanent.key) == permanent else { return nil }
    if let position = keys.firstIndex(of: permanent.key) { return position }
    // It may have been fetched before it was saved.
    return TemporaryIdentifiers.temporaryKey(for: permanent).flatMap { keys.firstIndex(of: $0) }
  }
}

extension FetchResultsCollection where Element: PersistentModel {
  /// The model of an identifier if it was accessed lately or has a row, otherwise nil.
  ///
  /// - Complexity: one look-up by key if it is not in memory.
  public func model(for identifier: PersistentIdentifier) -> Element? { source.element(for: identifier.resolved) }
}

/// The identifiers of a result as it was when they were taken: a value for any actor, without models and store.
///
/// They take eight bytes each, shared with the result; a copy is cheap.
public struct FetchedIdentifiers: RandomAccessCollection, Sendable {
  private let keys: OrderedKeys
  private let entity: EntityIdentity
  private let unsavedEntity: EntityIdentity

  init(keys: OrderedKeys, entity: EntityIdentity, unsavedEntity: EntityIdentity) {
    self.keys = keys
    self.entity = entity
    self.unsavedEntity = unsavedEntity
  }

  /// The position of the first identifier.
  public var startIndex: Int { 0 }

  /// The position after the last identifier.
  public var endIndex: Int { keys.count }

  /// The identifier at a position.
  ///
  /// - Complexity: O(log n).
  public subscript(position: Int) -> PersistentIdentifier { identifier(keys[position]) }

  /// The position of an identifier, or nil.
  ///
  /// - Complexity: O(n) at worst.
  public func position(of identifier: PersistentIdentifier) -> Int? {
    let permanent = identifier.resolved
    return self.identifier(permanent.key) == permanent ? keys.firstIndex(of: permanent.key) : nil
  }

  private func identifier(_ key: Int64) -> PersistentIdentifier {
    PersistentIdentifier(entity: key < 0 ? unsavedEntity : entity, key: key)
  }
}
