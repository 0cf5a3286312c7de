/// The models or identifiers of a result in order, each made on access.
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
/// Holds eight bytes per key; accessing a model reads it and its neighbours at once. Copies are cheap.
///
/// Source: SwiftData, `FetchResultsCollection`.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
  /// SwiftData's name for the element.
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

  /// The element at a position; a model whose row is gone answers `isDeleted`.
  ///
  /// - Complexity: O(log n), and one batch of reads if the model isn't in memory.
  public subscript(position: Int) -> Element { source.element(at: position, in: keys) }

  /// The identifier at a position, in O(log n) without reading the store.
  public func identifier(at position: Int) -> PersistentIdentifier { source.identifier(keys[position]) }

  /// The current identifiers, for use on any actor, in O(1) without reading the store.
  public var identifiers: FetchedIdentifiers {
    FetchedIdentifiers(
      keys: keys, entity: source.identifier(1).entity, unsavedEntity: source.identifier(-1).entity)
  }

  /// Reads the models at these positions at once, unless they are in memory.
  public func prefetch(_ positions: Range<Int>) { source.prefetch(positions.clamped(to: 0..<keys.count), in: keys) }

  /// The position of an identifier, in O(n) at worst without reading the store.
  public func position(of identifier: PersistentIdentifier) -> Int? {
    let permanent = identifier.resolved
    guard source.identifier(permanent.key) == permanent else { return nil }
    if let position = keys.firstIndex(of: permanent.key) { return position }
    // It may have been fetched before it was saved.
    return TemporaryIdentifiers.temporaryKey(for: permanent).flatMap { keys.firstIndex(of: $0) }
  }
}

extension FetchResultsCollection where Element: PersistentModel {
  /// The model of an identifier, or nil if it has no row and was not accessed lately.
  ///
  /// - Complexity: one look-up by key if it isn't in memory.
  public func model(for identifier: PersistentIdentifier) -> Element? { source.element(for: identifier.resolved) }
}

/// A snapshot of a result's identifiers, usable on any actor without models or store.
///
/// Takes eight bytes per identifier, shared with the result; copies are cheap.
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

  /// The identifier at a position, in O(log n).
  public subscript(position: Int) -> PersistentIdentifier { identifier(keys[position]) }

  /// The position of an identifier, or nil, in O(n) at worst.
  public func position(of identifier: PersistentIdentifier) -> Int? {
    let permanent = identifier.resolved
    return self.identifier(permanent.key) == permanent ? keys.firstIndex(of: permanent.key) : nil
  }

  private func identifier(_ key: Int64) -> PersistentIdentifier {
    PersistentIdentifier(entity: key < 0 ? unsavedEntity : entity, key: key)
  }
}
