import Foundation
import SwiftData

extension DataHandler {
  /// The values of the items that match a query, or of all.
  ///
  /// - Parameters:
  ///   - order: the order if the query names none.
  ///   - limit: the largest number of items; nil for all.
  ///   - weights: what the parts of urgency count, for orders by it.
  public func items(
    matching query: ItemQuery? = nil, order: ItemOrder = .standard, limit: Int? = nil,
    weights: Urgency.Weights = Urgency.Weights()
  ) throws -> [ItemValues] {
    try modelContext.fetch(.items(matching: query, order: order, limit: limit, weights: weights)).map(ItemValues.init)
  }

  /// The identifiers of the items that match a query, or of all; the parameters are those of `items`.
  public func itemIdentifiers(
    matching query: ItemQuery? = nil, order: ItemOrder = .standard, limit: Int? = nil,
    weights: Urgency.Weights = Urgency.Weights()
  ) throws -> [PersistentIdentifier] {
    try modelContext.fetchIdentifiers(.items(matching: query, order: order, limit: limit, weights: weights))
  }

  /// The number of items that match a query, or of all.
  public func itemCount(matching query: ItemQuery? = nil) throws -> Int {
    try modelContext.fetchCount(FetchDescriptor<Item>(predicate: query?.predicate))
  }

  /// How many of some items match a query.
  ///
  /// - Complexity: linear in the identifiers.
  public func itemCount(ids: [PersistentIdentifier], matching query: ItemQuery) throws -> Int {
    try modelContext.fetchCount(Self.items(among: ids, matching: query))
  }

  /// The identifiers of those of some items that match a query, in no order.
  ///
  /// - Complexity: linear in the identifiers.
  public func itemIdentifiers(
    among ids: [PersistentIdentifier], matching query: ItemQuery
  ) throws -> [PersistentIdentifier] {
    try modelContext.fetchIdentifiers(Self.items(among: ids, matching: query))
  }

  private static func items(among ids: [PersistentIdentifier], matching query: ItemQuery) -> FetchDescriptor<Item> {
    let isOne = #Predicate<Item> { ids.contains($0.persistentModelID) }
    return FetchDescriptor(predicate: Predicate(all: [isOne, query.predicate].compactMap(\.self)))
  }

  /// The values of open items with a text in their titles, those updated last first.
  ///
  /// - Complexity: that of a search as it is typed, see ``ItemQuery``.
  public func openItems(titled text: String, limit: Int) throws -> [ItemValues] {
    let isWanted = #Predicate<Item> { $0.completedAt == nil && $0.title.localizedStandardContains(text) }
    var wanted = FetchDescriptor<Item>(predicate: isWanted, sortBy: [SortDescriptor(\.timestamp, order: .reverse)])
    wanted.fetchLimit = limit
    return try modelContext.fetch(wanted).map(ItemValues.init)
  }

  /// The values of one item.
  ///
  /// - Throws: `ItemError.noSuchItem`.
  public func item(id: PersistentIdentifier) throws -> ItemValues { ItemValues(try model(id)) }

  /// The values of items, in the order of their identifiers.
  ///
  /// - Throws: `ItemError.noSuchItem` for the first one that is missing.
  public func items(ids: [PersistentIdentifier]) throws -> [ItemValues] { try models(ids).map(ItemValues.init) }

  /// The values of an item's sub-items, in the manual order.
  ///
  /// - Throws: `ItemError.noSuchItem`.
  public func subitems(of id: PersistentIdentifier) throws -> [ItemValues] {
    try model(id).subitems.sorted(by: Item.inManualOrder).map(ItemValues.init)
  }

  /// The values of the open items that wait for an item, by their numbers.
  ///
  /// - Throws: `ItemError.noSuchItem`.
  public func openItems(waitingFor id: PersistentIdentifier) throws -> [ItemValues] {
    try model(id).blocked.filter { !$0.isDone }.map(ItemValues.init).sorted { $0.number < $1.number }
  }

  /// The urgency of an item in words, as `Urgency.words(of:)` has them.
  ///
  /// - Throws: `ItemError.noSuchItem`.
  public func urgencyWords(
    of id: PersistentIdentifier, _ weights: Urgency.Weights, at reference: DateReference = DateReference()
  ) throws -> String { Urgency(weights, at: reference).words(of: try model(id)) }

  /// The urgency of an item; nil for a done item.
  ///
  /// - Throws: `ItemError.noSuchItem`.
  public func urgency(
    of id: PersistentIdentifier, _ weights: Urgency.Weights, at reference: DateReference = DateReference()
  ) throws -> Double? { Urgency(weights, at: reference).valueIfOpen(try model(id)) }

  /// The standard filters and the saved ones.
  public func filters() throws -> [NamedQuery] {
    let saved = FetchDescriptor<SavedFilter>(sortBy: [SortDescriptor(\.position)])
    return NamedQuery.standard + (try modelContext.fetch(saved).map { NamedQuery(name: $0.name, query: $0.query) })
  }

  /// The steps of the journal, the newest first.
  ///
  /// - Parameter limit: the largest number of steps; nil for all that are kept.
  public func log(limit: Int? = nil) throws -> [LoggedStep] {
    var descriptor = FetchDescriptor<JournalStep>(sortBy: [SortDescriptor(\.number, order: .reverse)])
    descriptor.propertiesToFetch = [\.author, \.date, \.words, \.rowCount, \.state, \.lastTurnedBy, \.lastTurnedAt]
    descriptor.fetchLimit = limit
    return try modelContext.fetch(descriptor).map { LoggedStep($0) }
  }
}
