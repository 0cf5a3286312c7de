import Foundation

/// Which items are exported, and how.
public struct ExportOptions: Hashable, Sendable {
  /// Which items, and in which order if it says so; nil for all.
  public var query: ItemQuery?
  /// The order where the query does not say; nil for that of the numbers.
  public var order: ItemOrder?
  /// The largest number of items; nil for all.
  public var limit: Int?
  /// When they are exported.
  public var now: Date
  /// The calendar and time zone of formats that have days.
  public var calendar: Calendar

  /// Creates options.
  public init(
    query: ItemQuery? = nil, order: ItemOrder? = nil, limit: Int? = nil, now: Date = Date(),
    calendar: Calendar = .current
  ) {
    self.query = query
    self.order = order
    self.limit = limit
    self.now = now
    self.calendar = calendar
  }
}
