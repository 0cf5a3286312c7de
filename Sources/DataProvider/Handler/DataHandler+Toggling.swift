import Foundation
import SwiftData

extension DataHandler {
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
    if try models(ids).contains(where: { $0.completedAt == nil }) {
      return try completeItems(ids: ids, at: date, calendar: calendar)
    }
    try reopenItems(ids: ids)
    return []
  }
}
