import Foundation
import SwiftData

extension DataHandler {
  /// Marks items as done, in one transaction; those that are done already stay as they are.
  ///
  /// An item that comes again passes its recurrence on to a new, open item with the next due date, in the same
  /// transaction: whoever completes it, and however often it is tried, there is one next item.
  ///
  /// - Parameters:
  ///   - ids: which items.
  ///   - date: when they were done.
  ///   - calendar: the calendar and time zone that due dates are counted in.
  /// - Returns: the identifiers of the new items.
  /// - Throws: `ItemError.noSuchItem`, or `StoreError`; none is changed then.
  @discardableResult
  public func completeItems(
    ids: [PersistentIdentifier], at date: Date = Date(), calendar: Calendar = .current
  ) throws -> [PersistentIdentifier] {
    try perform(at: date) { try complete(models(ids), date, calendar, $0) }.map(\.persistentModelID)
  }

  /// Marks items as open again, in one transaction.
  ///
  /// - Throws: `ItemError.noSuchItem`, or `StoreError`; none is changed then.
  public func reopenItems(ids: [PersistentIdentifier]) throws {
    try perform { (try reopen(models(ids), $0), ()) }
  }

  /// Marks items as done if some of them are open, else as open again; in one transaction.
  ///
  /// - Parameters:
  ///   - ids: which items.
  ///   - date: when they were done.
  ///   - calendar: the calendar and time zone that due dates of items that come again are counted in.
  /// - Returns: the identifiers of the new items, if some of them come again.
  /// - Throws: `ItemError.noSuchItem`, or `StoreError`; none is changed then.
  @discardableResult
  public func toggleItems(
    ids: [PersistentIdentifier], at date: Date = Date(), calendar: Calendar = .current
  ) throws -> [PersistentIdentifier] {
    let next: [Item] = try perform(at: date) { recorder in
      let items = try models(ids)
      guard items.contains(where: { $0.completedAt == nil }) else { return (try reopen(items, recorder), []) }
      return try complete(items, date, calendar, recorder)
    }
    return next.map(\.persistentModelID)
  }

  /// - Returns: the words of the step, and the next items of those that come again.
  private func complete(
    _ items: [Item], _ date: Date, _ calendar: Calendar, _ recorder: JournalRecorder
  ) throws -> (StepWords, [Item]) {
    var next: [Item] = []
    for item in items where item.completedAt == nil {
      try recorder.willChange(item, item.recurrence == nil ? [.completed] : [.completed, .recurrence])
      if let item = try complete(item, date, calendar, recorder) { next.append(item) }
    }
    return (StepWords(items) { _ in "complete" }, next)
  }

  /// - Returns: the words of the step.
  private func reopen(_ items: [Item], _ recorder: JournalRecorder) throws -> StepWords {
    for item in items where item.completedAt != nil {
      try recorder.willChange(item, [.completed])
      item.completedAt = nil
    }
    return StepWords(items) { _ in "reopen" }
  }

  /// Marks an item as done that the recorder knows already.
  ///
  /// - Returns: the next item, if it comes again.
  /// - Throws: `CancellationError` if the command is to be ended.
  func complete(_ item: Item, _ date: Date, _ calendar: Calendar, _ recorder: JournalRecorder) throws -> Item? {
    item.completedAt = date
    return try item.recurrence.map { try insertNext(of: item, $0, date, calendar, recorder) }
  }

  private func insertNext(
    of item: Item, _ recurrence: Recurrence, _ date: Date, _ calendar: Calendar, _ recorder: JournalRecorder
  ) throws -> Item {
    let next = Item(title: item.title, timestamp: date, createTimestamp: date, position: item.position)
    modelContext.insert(next)
    try recorder.didInsert(next)
    next.notes = item.notes
    next.priority = item.priority
    next.dueAt = recurrence.date(following: item.dueAt ?? date, after: date, calendar: calendar)
    next.recurrence = recurrence
    next.tags = item.tags
    next.list = item.list
    next.parent = item.parent
    item.recurrence = nil
    return next
  }
}
