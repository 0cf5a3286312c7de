/// The part of a result that offset and limit leave, and how many rows in front are kept to maintain it.
struct ResultsPage: Sendable {
  private let offset: Int
  private let limit: Int?

  /// How many rows more than needed are kept, so that a row that leaves the page need not be replaced by reading.
  private static let slack = 128

  init(offset: Int?, limit: Int?) {
    self.offset = max(0, offset ?? 0)
    self.limit = limit.flatMap { $0 < 0 ? nil : $0 }
  }

  /// How many rows from the first the page ends at; nil for all.
  var needed: Int? {
    guard let limit else { return nil }
    let (sum, overflow) = offset.addingReportingOverflow(limit)
    return overflow ? nil : sum
  }

  /// How many rows from the first are kept; nil for all.
  var kept: Int? {
    guard let needed else { return nil }
    let (sum, overflow) = needed.addingReportingOverflow(Self.slack)
    return overflow ? nil : sum
  }

  /// How many may be kept before the rest is let go; nil for all.
  var most: Int? {
    guard let kept else { return nil }
    let (sum, overflow) = kept.addingReportingOverflow(Self.slack)
    return overflow ? nil : sum
  }

  /// Whether there is neither an offset nor a limit.
  var isEverything: Bool { startsAtFirst && limit == nil }

  /// Whether the page begins with the first row.
  var startsAtFirst: Bool { offset == 0 }

  /// The positions of the page among some rows from the first.
  func positions(of count: Int) -> Range<Int> {
    let start = min(offset, count)
    return start..<max(start, min(needed ?? count, count))
  }
}
