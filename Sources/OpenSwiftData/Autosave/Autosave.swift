import Dispatch
import Foundation

/// Saves a context by itself some time after a change: performs the actions of `AutosaveSchedule`.
final class Autosave {
  private let link: ContextLink
  private var clock: any AutosaveClock = DispatchAutosaveClock()
  private var schedule = AutosaveSchedule()
  private var cancel: (() -> Void)?
  private(set) var isEnabled = false
  /// Whether a save is running, which includes what observers of `willSave` change.
  private var isPaused = false

  /// Receives the error of an autosave that failed.
  var errorHandler: (any Error) -> Void = Autosave.writeToStandardError

  init(_ link: ContextLink) { self.link = link }

  /// - Parameter hasChanges: whether something is unsaved already.
  func setEnabled(_ newValue: Bool, hasChanges: Bool) {
    isEnabled = newValue
    if !newValue { settle() } else if hasChanges { noteChange() }
  }

  func use(_ newClock: any AutosaveClock) { clock = newClock }

  /// Called when something was changed, or is about to be; wakes the context on its executor later.
  func noteChange() {
    guard isEnabled, !isPaused, link.hasExecutor else { return }
    perform(schedule.change(at: clock.now))
  }

  /// Called when nothing is unsaved any more.
  func settle() {
    guard schedule.settle() == .cancel else { return }
    cancel?()
    cancel = nil
  }

  /// Ignores changes while the body runs.
  func whilePaused<Result>(_ body: () throws -> Result) rethrows -> Result {
    isPaused = true
    defer { isPaused = false }
    return try body()
  }

  private func wakeUp(_ context: ModelContext) {
    guard isEnabled else { return }
    let action = schedule.wakeUp(at: clock.now)
    perform(action)
    if action == .save { save(context) }
  }

  /// Saves; after an error the changes wait for the next change or save.
  func save(_ context: ModelContext) {
    do {
      try context.save()
    } catch {
      errorHandler(error)
    }
  }

  private func perform(_ action: AutosaveSchedule.Action?) {
    guard case .wake(let delay) = action, let executor = link.executorQueue else { return }
    // Weak: a cancelled timer releases its handler later.
    cancel = clock.wake(after: delay, on: executor) { [weak link] in
      if let context = link?.context { context.autosave.wakeUp(context) }
    }
  }

  private static func writeToStandardError(_ error: any Error) {
    let message = "OpenSwiftData: an autosave failed, the changes are still unsaved: \(error)\n"
    try? FileHandle.standardError.write(contentsOf: Data(message.utf8))
  }
}

/// Decides when a context saves by itself; its owner performs the actions that its methods return.
struct AutosaveSchedule {
  enum Action: Equatable {
    /// Call `wakeUp(at:)` after a while.
    case wake(after: Duration)
    case save
    /// Cancel the pending wake-up.
    case cancel
  }

  /// From the last change to the save.
  static let delay = Duration.milliseconds(500)
  /// From the first change to the save, when others keep coming.
  private static let maxDelay = Duration.seconds(2)

  private var firstChange: Duration?
  private var lastChange = Duration.zero

  mutating func change(at now: Duration) -> Action? {
    lastChange = now
    guard firstChange == nil else { return nil }
    firstChange = now
    return .wake(after: Self.delay)
  }

  mutating func wakeUp(at now: Duration) -> Action? {
    guard let firstChange else { return nil }
    let due = min(lastChange + Self.delay, firstChange + Self.maxDelay)
    guard now >= due else { return .wake(after: due - now) }
    self.firstChange = nil
    return .save
  }

  mutating func settle() -> Action? {
    guard firstChange != nil else { return nil }
    firstChange = nil
    return .cancel
  }
}

/// Tells a context the time and wakes it for an autosave.
protocol AutosaveClock {
  var now: Duration { get }

  /// Runs the body once, on an executor, after a while.
  ///
  /// - Returns: a closure that cancels it.
  func wake(
    after delay: Duration, on executor: ExecutorQueue, _ body: @escaping @Sendable () -> Void
  ) -> () -> Void
}

/// The clock of the machine; there is a timer only while something is unsaved.
struct DispatchAutosaveClock: AutosaveClock {
  private static let leeway = DispatchTimeInterval.milliseconds(50)
  private static let start = ContinuousClock.now

  var now: Duration { ContinuousClock.now - Self.start }

  func wake(
    after delay: Duration, on executor: ExecutorQueue, _ body: @escaping @Sendable () -> Void
  ) -> () -> Void {
    executor.timer(after: delay / .seconds(1), leeway: Self.leeway, body)
  }
}
