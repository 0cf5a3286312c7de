import DocketLocking

/// How far long work has come, and the wish to end it: shared by who asked for it and who does it.
///
/// Who asks sets ``current`` for the time of the call. Opening a store tells of what a migration or the making of
/// full-text indexes does; changes of many rows may tell of each row. Work that is ended throws `CancellationError`, and
/// nothing of it is stored.
public final class WorkProgress: Sendable {
  /// That of the work that is done in this task.
  @TaskLocal public static var current: WorkProgress?

  /// What is done at the moment, where the work has parts; there may be more of them in later versions.
  public enum Part: Sendable {
    /// The store is copied before it is migrated; counted in pages.
    case copying
    /// Rows are made into those of a later version; counted in rows.
    case converting
    /// Rows get values that they did not have, each a new one; counted in rows.
    case filling
    /// Indexes are made; counted in indexes.
    case indexing
    /// Texts are put into full-text indexes; counted in rows.
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

  /// Creates the progress of work that has not begun.
  ///
  /// - Parameters:
  ///   - total: how many rows it is about, if that is known.
  ///   - listener: is told after each row, at the beginning of each part, and about each millisecond of a part, where the
  ///     work is done. It holds the work up, may end it, and must not ask the store or its container for anything.
  public init(total: Int? = nil, listener: (@Sendable (WorkProgress) -> Void)? = nil) {
    state = Lock(State(total: total))
    self.listener = listener
  }

  /// What is done at the moment; nil if the work has no parts, or has not begun.
  public var part: Part? { state.withLock(\.part) }

  /// How many rows, or what else is counted, are done, of the part if the work has parts.
  public var done: Int { state.withLock(\.done) }

  /// How many rows there are, of the part if the work has parts; nil while it is not known.
  public var total: Int? { state.withLock(\.total) }

  /// Whether it is to be ended.
  public var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// Has it ended as soon as possible; what is committed already stays.
  public func cancel() { state.withLock { $0.isCancelled = true } }

  /// Says that rows are done.
  public func advance(by rows: Int = 1) {
    state.withLock { $0.done += rows }
    listener?(self)
  }

  /// Says how many rows there are, if nobody did.
  public func expect(_ total: Int) { state.withLock { $0.total = $0.total ?? total } }

  /// - Throws: `CancellationError` if it is to be ended.
  public func checkCancellation() throws {
    if isCancelled { throw CancellationError() }
  }

  /// Begins a part; its rows are counted anew.
  func begin(_ part: Part, total: Int? = nil) {
    state.withLock { $0 = State(part: part, total: total, isCancelled: $0.isCancelled) }
    listener?(self)
  }

  /// Says how many of a part are done.
  func advance(to done: Int, of total: Int) {
    state.withLock { ($0.done, $0.total) = (done, total) }
    listener?(self)
  }

  /// Ends the last part; what is counted then is something else.
  func endParts() {
    state.withLock { state in
      if state.part != nil { state = State(isCancelled: state.isCancelled) }
    }
  }

  /// Tells the listener that the work goes on, although no row is done.
  func goOn() { listener?(self) }
}
