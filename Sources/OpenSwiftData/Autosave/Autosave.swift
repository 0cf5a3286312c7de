import Dispatch
import Foundation

/// Saves a context by itself some time after a change: carries out what `AutosaveSchedule` asks for.
///
/// There is a timer only while something waits to be saved.
final class Autosave {
  private let link: ContextLink
  private var clock: any AutosaveClock = DispatchAutosaveClock()
  private var schedule = AutosaveSchedule()
  private var cancel: (() -> Void)?
  private(set) var isEnabled = false
  /// Whether a save runs: what an observer of `willSave` changes is saved along.
  private var isPaused = false

  /// Receives the error of an autosave that failed.
  var errorHandler: (any Error) -> Void = Autosave.writeToStandardError

  init(_ link: ContextLink) { self.link = link }

  /// Begins to save what is changed from now on, or ends to.
  ///
  /// - Parameter hasChanges: whether something waits to be saved already.
  func setEnabled(_ newValue: Bool, hasChanges: Bool) {
    isEnabled = newValue
    if !newValue { settle() } else if hasChanges { noteChange() }
  }

  /// Asks another clock from now on.
  func use(_ newClock: any AutosaveClock) { clock = newClock }

  /// Something was changed, or is about to be: the context is woken on its executor when it may be time to save.
  func noteChange() {
    guard isEnabled, !isPaused, link.hasExecutor else { return }
    carryOut(schedule.change(at: clock.now))
  }

  /// There is nothing to save any more.
  func settle() {
    guard schedule.settle() == .cancel else { return }
    cancel?()
    cancel = nil
  }

  /// Takes no note of changes while the body runs.
  func whilePaused<Result>(_ body: () throws -> Result) rethrows -> Result {
    isPaused = true
    defer { isPaused = false }
    return try body()
  }

  private func wakeUp(_ context: ModelContext) {
    guard isEnabled else { return }
    let action = schedule.wakeUp(at: clock.now)
    carryOut(action)
    if action == .save { save(context) }
  }

  /// Saves, and delivers what goes wrong; the changes then wait for the next change or save.
  func save(_ context: ModelContext) {
    do {
      try context.save()
    } catch {
      errorHandler(error)
    }
  }

  private func carryOut(_ action: AutosaveSchedule.Action?) {
    guard case .wake(let delay) = action, let executor = link.executorQueue else { return }
    // A cancelled timer lets go of its handler later, so the handler must not hold the store through the link.
    cancel = clock.wake(after: delay, on: executor) { [weak link] in
      if let context = link?.context { context.autosave.wakeUp(context) }
    }
  }

  private static func writeToStandardError(_ error: any Error) {
    let message = "OpenSwiftData: an autosave failed, the changes are still unsaved: \(error)\n"
    try? FileHandle.standardError.write(contentsOf: Data(message.utf8))
  }
}

/// When a context saves by itself: a little after the last change, but not for ever after the first.
///
/// A value that gets the time as an argument; its owner carries out the actions that its methods return.
struct AutosaveSchedule {
  /// What is to be done.
  enum Action: Equatable {
    /// Call `wakeUp(at:)` after a while.
    case wake(after: Duration)
    /// Save now.
    case save
    /// The call that was asked for is needed no longer.
    case cancel
  }

  /// How long nothing must change before a save.
  static let delay = Duration.milliseconds(500)

  /// How long a change waits at most, when others keep coming.
  private static let maxDelay = Duration.seconds(2)

  private var firstChange: Duration?
  private var lastChange = Duration.zero

  /// Notes a change; only one wake-up at a time is asked for.
  mutating func change(at now: Duration) -> Action? {
    lastChange = now
    guard firstChange == nil else { return nil }
    firstChange = now
    return .wake(after: Self.delay)
  }

  /// The time that was asked for has passed.
  mutating func wakeUp(at now: Duration) -> Action? {
    guard let firstChange else { return nil }
    let due = min(lastChange + Self.delay, firstChange + Self.maxDelay)
    guard now >= due else { return .wake(after: due - now) }
    self.firstChange = nil
    return .save
  }

  /// There is nothing to save any more.
  mutating func settle() -> Action? {
    guard firstChange != nil else { return nil }
    firstChange = nil
    return .cancel
  }
}

/// What tells a context the time and wakes it for an autosave.
protocol AutosaveClock {
  /// The time that passed since some moment.
  var now: Duration { get }

  /// Runs the body once, on an executor, after a while.
  ///
  /// - Returns: what prevents it.
  func wake(
    after delay: Duration, on executor: ExecutorQueue, _ body: @escaping @Sendable () -> Void
  ) -> () -> Void
}

/// The clock of the machine; there is a timer only while something waits to be saved.
struct DispatchAutosaveClock: AutosaveClock {
  /// How much later a save may come, so that the machine wakes up less often.
  private static let leeway = DispatchTimeInterval.milliseconds(50)

  private static let start = ContinuousClock.now

  var now: Duration { ContinuousClock.now - Self.start }

  func wake(
    after delay: Duration, on executor: ExecutorQueue, _ body: @escaping @Sendable () -> Void
  ) -> () -> Void {
    let timer = DispatchSource.makeTimerSource(queue: executor.queue)
    timer.setEventHandler { CurrentQueue.run(as: executor, body) }
    timer.schedule(deadline: .now() + (delay / .seconds(1)), leeway: Self.leeway)
    timer.activate()
    return timer.cancel
  }
}
