import Foundation

/// How items are exported.
public struct ExportOptions: Hashable, Sendable {
  /// Which items, and in which order; nil for all in the order of their numbers.
  public var query: ItemQuery?
  /// When they are exported.
  public var now: Date
  /// The calendar and time zone of formats that have days.
  public var calendar: Calendar

  /// Creates options.
  public init(query: ItemQuery? = nil, now: Date = Date(), calendar: Calendar = .current) {
    self.query = query
    self.now = now
    self.calendar = calendar
  }
}
