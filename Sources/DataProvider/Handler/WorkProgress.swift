import Locking

/// How far a change has come, and the wish to end it: shared by who asked for it and who makes it.
///
/// Who asks sets ``current`` for the time of the call; the handler's methods tell it of each item. A change that is
/// ended throws `CancellationError`, and nothing of it is stored.
public final class WorkProgress: Sendable {
  /// That of the change that is made in this task.
  @TaskLocal public static var current: WorkProgress?

  private struct State {
    var done = 0
    var total: Int?
    var isCancelled = false
  }

  private let state: Lock<State>
  private let listener: (@Sendable (WorkProgress) -> Void)?

  /// Creates the progress of a change that has not begun.
  ///
  /// - Parameters:
  ///   - total: how many rows it is about, if that is known.
  ///   - listener: is told after each row, where the change is made; it holds the change up, and may end it.
  public init(total: Int? = nil, listener: (@Sendable (WorkProgress) -> Void)? = nil) {
    state = Lock(State(total: total))
    self.listener = listener
  }

  /// How many rows were changed.
  public var done: Int { state.withLock(\.done) }

  /// How many rows there are to change; nil while it is not known.
  public var total: Int? { state.withLock(\.total) }

  /// Whether it is to be ended.
  public var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// Has it ended as soon as possible; what is committed already stays.
  public func cancel() { state.withLock { $0.isCancelled = true } }

  func advance(by rows: Int = 1) {
    state.withLock { $0.done += rows }
    listener?(self)
  }

  /// Says how many rows there are, if nobody did.
  func expect(_ total: Int) { state.withLock { $0.total = $0.total ?? total } }

  /// - Throws: `CancellationError` if it is to be ended.
  func checkCancellation() throws {
    if isCancelled { throw CancellationError() }
  }
}
