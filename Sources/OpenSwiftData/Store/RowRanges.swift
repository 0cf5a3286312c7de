/// Ascending keys as ranges without gaps, for statements with `BETWEEN`.
///
/// One statement for each range is faster than a list of keys in JSON, which SQLite has to parse and to sort: neighbours
/// are one range, and a key alone costs no more than a statement that finds it.
struct RowRanges: Sequence {
  private let keys: [Int64]

  /// - Parameter keys: in any order, and with repetitions.
  init(_ keys: [Int64]) { self.keys = Self.ascending(keys) }

  /// The same keys in ascending order, each once.
  static func ascending(_ keys: [Int64]) -> [Int64] { areAscending(keys) ? keys : Set(keys).sorted() }

  /// Whether keys are in ascending order, each once.
  static func areAscending(_ keys: [Int64]) -> Bool { zip(keys, keys.dropFirst()).allSatisfy(<) }

  func makeIterator() -> Iterator { Iterator(keys) }

  struct Iterator: IteratorProtocol {
    /// Work can be cancelled between two ranges.
    fileprivate static let maxLength = 512

    private let keys: [Int64]
    private var index = 0

    init(_ keys: [Int64]) { self.keys = keys }

    mutating func next() -> ClosedRange<Int64>? {
      guard index < keys.count else { return nil }
      let first = index
      index += 1
      while index < keys.count, keys[index] == keys[index - 1] + 1, index - first < Self.maxLength { index += 1 }
      return keys[first]...keys[index - 1]
    }
  }

  /// The condition, with the first of two parameters.
  static func condition(_ column: String, _ parameter: Int) -> String {
    "\(column) BETWEEN ?\(parameter) AND ?\(parameter + 1)"
  }

  /// Runs a statement for each range, whose bounds are its parameters.
  ///
  /// - Parameter row: called for each row that the statement returns.
  func run(_ statement: Statement, _ parameter: Int = 1, row: (Statement) throws -> Void = { _ in }) throws {
    defer { statement.reset() }
    for range in self {
      try statement.bind(range.lowerBound, at: Int32(parameter))
      try statement.bind(range.upperBound, at: Int32(parameter + 1))
      while try statement.step() { try row(statement) }
      statement.reset()
    }
  }

  /// Runs a statement that writes; counts the keys for the current progress, and stops when the work is cancelled.
  ///
  /// - Parameter didWrite: called after each range.
  func write(
    _ statement: Statement, _ parameter: Int = 1, progress: WorkProgress? = .current,
    didWrite: (ClosedRange<Int64>) throws -> Void = { _ in }
  ) throws {
    defer { statement.reset() }
    var uncounted = 0
    func count() throws {
      progress?.advance(by: uncounted)
      try progress?.checkCancellation()
      uncounted = 0
    }
    for range in self {
      try statement.bind(range.lowerBound, at: Int32(parameter))
      try statement.bind(range.upperBound, at: Int32(parameter + 1))
      _ = try statement.step()
      statement.reset()
      try didWrite(range)
      uncounted += range.count
      if uncounted >= Iterator.maxLength { try count() }
    }
    try count()
  }
}
