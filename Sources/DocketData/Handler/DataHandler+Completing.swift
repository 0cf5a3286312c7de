import Foundation
import SwiftData

extension DataHandler {
  /// Marks items as done, in one transaction; those that are done already stay as they are.
  ///
  /// An item that comes again passes its recurrence on to a new, open item with the next due date, in the same
  /// transaction: whoever completes it, and however often it is tried, there is one next item. Its checklist comes along,
  /// open again, see `NextRound`.
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
  /// - Parameters:
  ///   - ids: which items.
  ///   - date: when they were updated by it.
  /// - Throws: `ItemError.noSuchItem`, or `StoreError`; none is changed then.
  public func reopenItems(ids: [PersistentIdentifier], at date: Date = Date()) throws {
    try perform(at: date) { (try reopen(models(ids), $0), ()) }
  }

  /// Marks items as done or as open, in one transaction; those that are so already stay as they are.
  ///
  /// - Parameters:
  ///   - ids: which items.
  ///   - areDone: whether they are to be done; nil for done if some of them are open, else open.
  ///   - date: when they were done.
  ///   - calendar: the calendar and time zone that due dates of items that come again are counted in.
  /// - Returns: what came of it.
  /// - Throws: `ItemError.noSuchItem`, or `StoreError`; none is changed then.
  public func markItems(
    ids: [PersistentIdentifier], areDone: Bool?, at date: Date = Date(), calendar: Calendar = .current
  ) throws -> StateChange {
    let (isDone, count, next) = try perform(at: date) { recorder in
      let items = try models(ids)
      let openCount = items.count { $0.completedAt == nil }
      guard areDone ?? (openCount > 0) else {
        return (try reopen(items, recorder), (false, items.count - openCount, [Item]()))
      }
      let (words, next) = try complete(items, date, calendar, recorder)
      return (words, (true, openCount, next))
    }
    return StateChange(isDone: isDone, count: count, next: next.map(\.persistentModelID))
  }

  /// - Returns: the words of the step, and the next items of those that come again.
  func complete(
    _ items: [Item], _ date: Date, _ calendar: Calendar, _ recorder: JournalRecorder
  ) throws -> (StepWords, [Item]) {
    let open = items.filter { $0.completedAt == nil }
    for item in open {
      try recorder.willChange(item, item.recurrence == nil ? [.completed] : [.completed, .recurrence, .anchor])
      item.completedAt = date
    }
    // A checklist comes along as it is when all of them are done.
    var rounds = NextRound(modelContext, recorder, date, calendar)
    let next = try rounds.insert(after: open)
    return (StepWords(items) { _ in "complete" }, next)
  }

  /// - Returns: the words of the step.
  func reopen(_ items: [Item], _ recorder: JournalRecorder) throws -> StepWords {
    for item in items where item.completedAt != nil {
      try recorder.willChange(item, [.completed])
      item.completedAt = nil
    }
    return StepWords(items) { _ in "reopen" }
  }
}

/// What came of marking items as done or as open.
public struct StateChange: Hashable, Sendable {
  /// Whether they are done now.
  public let isDone: Bool
  /// How many of them were not before.
  public let count: Int
  /// The new items, of those that come again.
  public let next: [PersistentIdentifier]

  /// Creates an outcome.
  public init(isDone: Bool, count: Int, next: [PersistentIdentifier]) {
    (self.isDone, self.count, self.next) = (isDone, count, next)
  }
}
