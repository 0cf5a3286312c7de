import Foundation
import SwiftData

extension DataHandler {
  /// Adds an item of a title.
  ///
  /// - Returns: the identifier of the new row.
  /// - Throws: `ItemError.emptyTitle`, or `StoreError` if it can't be saved.
  @discardableResult
  public func newItem(title: String, timestamp: Date = Date()) throws -> PersistentIdentifier {
    try newItem(NewItem(title: title, timestamp: timestamp))
  }

  /// Adds an item.
  ///
  /// - Returns: the identifier of the new row.
  /// - Throws: `ItemError` for values that an item can't have, or `StoreError` if it can't be saved.
  @discardableResult
  public func newItem(_ item: NewItem) throws -> PersistentIdentifier { try newItems([item])[0] }

  /// Adds many items in one transaction.
  ///
  /// - Parameter items: their values; a parent comes before its parts.
  /// - Returns: the identifiers of the new rows, in the order of the values.
  /// - Throws: `ItemError` if one of them has values that an item can't have, or `StoreError`; none is added then.
  @discardableResult
  public func newItems(_ items: [NewItem]) throws -> [PersistentIdentifier] {
    guard !items.isEmpty else { return [] }
    return try perform { recorder in
      let added = try insert(items, recorder)
      return (StepWords("add", added.map(\.title)), added)
    }.map(\.persistentModelID)
  }

  /// Adds many items in one transaction that nobody can undo: those that a preview begins with.
  func fill(with items: [NewItem]) throws {
    _ = try modelContext.exclusiveTransaction { try insert(items, JournalRecorder(at: Date())) }
  }

  private func insert(_ items: [NewItem], _ recorder: JournalRecorder) throws -> [Item] {
    var names = knownNames(recorder)
    try makeNames(tags: items.map(\.tags), lists: items.compactMap(\.list), &names, recorder)
    var end = try lastPosition()
    var added: [Item] = []
    added.reserveCapacity(items.count)
    for values in items {
      let position = values.position ?? end.map { $0 + 1 } ?? Position.atTheEnd()
      end = max(end ?? position, position)
      let item = Item(
        title: try ItemTitle(values.title).text, timestamp: values.timestamp, createTimestamp: values.createTimestamp,
        uid: values.uid, position: position)
      modelContext.insert(item)
      try recorder.didInsert(item)
      try values.fill(item, &names)
      item.parent = try parent(values.parent, added)
      added.append(item)
    }
    return added
  }

  private func parent(_ parent: NewItem.Parent?, _ added: [Item]) throws -> Item? {
    switch parent {
    case nil: nil
    case .item(let id): try model(id)
    case .itemUnlessGone(let id): try modelContext.fetchModel(for: id)
    case .added(let index): added.indices.contains(index) ? added[index] : nil
    }
  }

  /// The last place in the manual order, or nil if there is no item.
  func lastPosition() throws -> Double? {
    var last = FetchDescriptor<Item>(sortBy: [SortDescriptor(\.position, order: .reverse)])
    last.fetchLimit = 1
    return try modelContext.fetch(last).first?.position
  }
}
