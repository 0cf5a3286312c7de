import DocketLocking

/// The progress of long work and its cancellation, shared by the caller and the code that does the work.
///
/// The caller sets ``current`` for the time of the call. Opening a store reports a migration and the creation of
/// full-text indexes; changes of many rows may report each row. Cancelled work throws `CancellationError` and stores
/// nothing.
public final class WorkProgress: Sendable {
  /// The progress of the work in this task.
  @TaskLocal public static var current: WorkProgress?

  /// A part of the work; later versions may have more.
  public enum Part: Sendable {
    /// Copies the store before it is migrated; counted in pages.
    case copying
    /// Converts rows to a later version; counted in rows.
    case converting
    /// Gives each row a new value that it did not have; counted in rows.
    case filling
    /// Creates indexes; counted in indexes.
    case indexing
    /// Adds texts to full-text indexes; counted in rows.
    case indexingTexts
  }

  private struct State {
    var part: Part?
    var done = 0
    var total: Int?
    var isCancelled = false
  }

  private let state: Lock<State>
  private let listener: (@Sendable (WorkProgress) -> Void)?

  /// Creates the progress of work that has not started.
  ///
  /// - Parameters:
  ///   - total: the number of rows, if it is known.
  ///   - listener: called after each row, or after each few hundred rows of a batch, at the start of each part, and
  ///     about every millisecond of a part, on the thread that does the work, which waits for it. It may cancel the
  ///     work, and must not use the store or its container.
  public init(total: Int? = nil, listener: (@Sendable (WorkProgress) -> Void)? = nil) {
    state = Lock(State(total: total))
    self.listener = listener
  }

  /// The current part; nil if the work has no parts or has not started.
  public var part: Part? { state.withLock(\.part) }

  /// The number of rows, or of what else is counted, that are done in the current part.
  public var done: Int { state.withLock(\.done) }

  /// The number of rows in the current part; nil while it is not known.
  public var total: Int? { state.withLock(\.total) }

  /// Whether the work has been cancelled.
  public var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// Cancels the work as soon as possible; what is committed already stays.
  public func cancel() { state.withLock { $0.isCancelled = true } }

  /// Adds to the number of rows that are done.
  public func advance(by rows: Int = 1) {
    state.withLock { $0.done += rows }
    listener?(self)
  }

  /// How many rows are written between two looks at whether the work was cancelled.
  private static let portion = 512

  /// Calls a body for portions of some rows, counts these, and stops when the current work is cancelled.
  static func advance<Rows: RandomAccessCollection>(
    through rows: Rows, _ body: (Rows.SubSequence) throws -> Void
  ) throws where Rows.Index == Int {
    let progress = current
    var start = rows.startIndex
    while start < rows.endIndex {
      let end = min(start + portion, rows.endIndex)
      try body(rows[start..<end])
      progress?.advance(by: end - start)
      try progress?.checkCancellation()
      start = end
    }
  }

  /// Sets the number of rows in all, unless it is known already.
  public func expect(_ total: Int) { state.withLock { $0.total = $0.total ?? total } }

  /// Throws `CancellationError` if the work has been cancelled.
  public func checkCancellation() throws {
    if isCancelled { throw CancellationError() }
  }

  /// Starts a part, with a count of its own.
  func begin(_ part: Part, total: Int? = nil) {
    state.withLock { $0 = State(part: part, total: total, isCancelled: $0.isCancelled) }
    listener?(self)
  }

  func advance(to done: Int, of total: Int) {
    state.withLock { ($0.done, $0.total) = (done, total) }
    listener?(self)
  }

  /// Ends the last part; later counts belong to no part.
  func endParts() {
    state.withLock { state in
      if state.part != nil { state = State(isCancelled: state.isCancelled) }
    }
  }

  /// Calls the listener between rows.
  func tick() { listener?(self) }
}
