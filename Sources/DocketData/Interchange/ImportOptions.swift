import Foundation

/// How a file is imported.
public struct ImportOptions: Hashable, Sendable {
  /// Whether nothing is changed: the report says what would be.
  public var isDryRun: Bool
  /// Whether items that make no sense are left out, rather than to refuse the file.
  public var keepsGoing: Bool
  /// When it is imported.
  public var now: Date
  /// The calendar and time zone of dates that do not say theirs.
  public var calendar: Calendar

  /// Creates options.
  public init(isDryRun: Bool = false, keepsGoing: Bool = false, now: Date = Date(), calendar: Calendar = .current) {
    self.isDryRun = isDryRun
    self.keepsGoing = keepsGoing
    self.now = now
    self.calendar = calendar
  }
}
