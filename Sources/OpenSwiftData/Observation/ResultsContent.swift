/// The part of a result that is kept: its keys from the first on, and how they are divided into sections.
struct ResultsContent: Sendable {
  var keys = OrderedKeys()
  var sections: SectionRuns?
  /// Whether no row comes after the kept ones.
  var isExhaustive = false

  /// Drops the rows after some.
  mutating func trim(to count: Int) {
    guard keys.count > count else { return }
    keys = keys[0..<count]
    sections = sections?.clipped(to: 0..<count)
    isExhaustive = false
  }
}

/// A row that belongs to a result: its key and its position in the order.
struct ResultRow {
  let key: Int64
  let sortKey: SortKey

  /// The value of the column that leads the order.
  var leadingValue: SQLiteValue { sortKey.values.first ?? .null }
}

/// One state of a result, as the background delivers it to the executor that shows it.
struct ResultsState: Sendable {
  let keys: OrderedKeys
  let sections: SectionRuns?
  /// Whether the whole result has been read.
  let isComplete: Bool
  /// Why the result could not be brought up to date; the keys are then the last good ones.
  private(set) var error: (any Error)?

  /// The page of what is kept.
  init(_ content: ResultsContent, page: ResultsPage, isComplete: Bool) {
    let positions = page.positions(of: content.keys.count)
    keys = content.keys[positions]
    sections = content.sections?.clipped(to: positions)
    self.isComplete = isComplete
  }

  /// The same rows, and why they could not be brought up to date.
  func failed(_ error: any Error) -> ResultsState {
    var state = self
    state.error = error
    return state
  }

  /// Whether an observer would show the same for both.
  func isShown(like other: ResultsState) -> Bool {
    error == nil && other.error == nil && isComplete == other.isComplete && sections == other.sections
      && keys == other.keys
  }
}

/// The part of a result that offset and limit leave, and how many rows are kept to maintain it.
struct ResultsPage: Sendable {
  private let offset: Int
  private let limit: Int?

  /// How many rows more than needed are kept, so that a row that leaves the page can be replaced without a read.
  private static let reserve = 128

  init(offset: Int?, limit: Int?) {
    self.offset = max(0, offset ?? 0)
    self.limit = limit.flatMap { $0 < 0 ? nil : $0 }
  }

  /// How many rows there are up to the end of the page; nil for all.
  var needed: Int? { limit.flatMap { Self.sum(offset, $0) } }

  /// How many rows are kept when the result is read; nil for all.
  var kept: Int? { needed.flatMap { Self.sum($0, Self.reserve) } }

  /// How many rows may be kept before some are dropped; nil for all.
  var maxKept: Int? { kept.flatMap { Self.sum($0, Self.reserve) } }

  /// Whether there is neither an offset nor a limit.
  var isEverything: Bool { startsAtFirst && limit == nil }

  /// Whether the page begins with the first row.
  var startsAtFirst: Bool { offset == 0 }

  /// The positions of the page among so many rows.
  func positions(of count: Int) -> Range<Int> {
    let start = min(offset, count)
    return start..<max(start, min(needed ?? count, count))
  }

  /// The sum; nil, which stands for all rows, if it overflows.
  private static func sum(_ left: Int, _ right: Int) -> Int? {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? nil : sum
  }
}
