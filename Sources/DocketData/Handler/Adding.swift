import Foundation
import SwiftData

extension DataHandler {
  /// Adds an item with a title.
  ///
  /// - Throws: `ItemError.emptyTitle`.
  @discardableResult
  public func newItem(title: String, timestamp: Date = Date()) throws -> PersistentIdentifier {
    try newItem(NewItem(title: title, timestamp: timestamp))
  }

  /// Adds an item.
  ///
  /// - Throws: `ItemError` for values that an item can't have.
  @discardableResult
  public func newItem(_ item: NewItem) throws -> PersistentIdentifier { try newItems([item])[0] }

  /// Adds items in one transaction.
  ///
  /// - Parameter items: their values; a parent comes before its sub-items.
  /// - Returns: the identifiers of the new items, in the order of the values.
  /// - Throws: `ItemError` if one of them has values that an item can't have; none is added then.
  @discardableResult
  public func newItems(_ items: [NewItem]) throws -> [PersistentIdentifier] {
    guard !items.isEmpty else { return [] }
    return try perform { recorder in
      let added = try insert(items, recorder)
      return (StepDescription("add", count: added.count) { added[0].title }, added)
    }.map(\.persistentModelID)
  }

  /// Adds items in one transaction that can't be undone: those that a preview begins with.
  func fill(with items: [NewItem]) throws {
    _ = try modelContext.exclusiveTransaction { try insert(items, JournalRecorder(at: Date())) }
  }

  private func insert(_ items: [NewItem], _ recorder: JournalRecorder) throws -> [Item] {
    var names = nameCache(recorder)
    try createNames(tags: items.map(\.tags), lists: items.compactMap(\.list), &names, recorder)
    var last = try lastOrderKey()
    var added: [Item] = []
    added.reserveCapacity(items.count)
    for values in items {
      let item = try Item(values, after: &last)
      modelContext.insert(item)
      try recorder.didInsert(item)
      try item.fill(from: values, &names)
      item.parent = try parent(values.parent, added)
      // Nothing waits for a new item, so there can't be a loop.
      if !values.blockers.isEmpty { item.blockers = try models(values.blockers) }
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
}

extension NewItem {
  /// The key in the manual order: its own, or the one after the last.
  func orderKey(after last: inout OrderKey?) -> OrderKey {
    let key = orderKey ?? last.map(\.next) ?? .now()
    last = max(last ?? key, key)
    return key
  }
}

extension Item {
  /// An item with the values that are set once; it is not inserted yet.
  ///
  /// - Throws: `ItemError.emptyTitle`.
  convenience init(_ values: NewItem, after last: inout OrderKey?) throws {
    self.init(
      title: try ItemTitle(values.title).text, timestamp: values.timestamp, createTimestamp: values.createTimestamp,
      uid: values.uid, orderKey: values.orderKey(after: &last))
  }

  /// Sets all other values but the parent and the blockers.
  func fill(from values: NewItem, _ names: inout NameCache) throws {
    notes = values.notes
    completedAt = values.completedAt
    priority = values.priority
    setDue(values.due, in: .current)
    setStart(values.start, in: .current)
    rule = values.rule
    if let anchor = values.anchor { self.anchor = anchor }
    if let extra = values.extra { self.extra = extra }
    if !values.tags.isEmpty { tags = try names.tags(values.tags) }
    if let list = values.list { self.list = try names.list(list) }
  }
}
