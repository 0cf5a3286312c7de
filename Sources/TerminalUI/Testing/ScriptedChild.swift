import DocketLocking

/// A program that runs until a test ends it, and its launcher.
public final class ScriptedChild: ChildLauncher, RunningChild {
  private struct State {
    var programs: [ChildProgram] = []
    var signals: [Int32] = []
    var ending: ChildEnding?
    var waiter: CheckedContinuation<ChildEnding, Never>?
  }

  private let state = Lock(State())
  private let startError: ChildError?
  private let endsOnSignals: Bool

  /// Creates a program that was not started yet.
  ///
  /// - Parameters:
  ///   - startError: Why it cannot be started; nil if it can.
  ///   - endsOnSignals: Whether signals end it.
  public init(startError: ChildError? = nil, endsOnSignals: Bool = true) {
    self.startError = startError
    self.endsOnSignals = endsOnSignals
  }

  /// The programs started so far.
  public var programs: [ChildProgram] { state.withLock { $0.programs } }

  /// The signals sent so far.
  public var signals: [Int32] { state.withLock { $0.signals } }

  /// Records the program.
  public func start(_ program: ChildProgram) throws(ChildError) -> any RunningChild {
    if let startError { throw startError }
    state.withLock { $0.programs.append(program) }
    return self
  }

  /// Waits for ``end(_:)``.
  public func ending() async -> ChildEnding {
    await withCheckedContinuation { waiter in
      let ending = state.withLock { state in
        if state.ending == nil { state.waiter = waiter }
        return state.ending
      }
      if let ending { waiter.resume(returning: ending) }
    }
  }

  /// Records the signal, and ends if signals end it.
  public func send(_ signal: Int32) {
    state.withLock { $0.signals.append(signal) }
    if endsOnSignals { end(.killed(signal)) }
  }

  /// Ends the program.
  public func end(_ ending: ChildEnding) {
    let waiter = state.withLock { state in
      state.ending = state.ending ?? ending
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: ending)
  }
}
