import DocketData
import DocketLocking
import Foundation
import Observation
import SwiftData

/// Runs the hooks while the list is open: after each commit, of any process.
public final class HookFollower: Sendable {
  private struct State {
    var saves: HistoryObserver?
    var isRunning = false
    /// Whether something was saved since the run began.
    var isStale = false
    var hasStopped = false
    var say: (@Sendable (String) -> Void)?
    /// The lines of the failures that were said, by the words in which they were.
    var lines: [String: String] = [:]
    /// What was said and is still on its way.
    var onTheWay: [String] = []
  }

  private let provider: DataProvider
  private let memory: StoreState
  private let warnings: [String]
  private let state = Lock(State())

  /// - Parameter warnings: what is said at the start.
  /// - Returns: nil if there is no place for the state of hooks.
  public init?(_ provider: DataProvider, warnings: [String] = []) {
    guard let memory = StoreState(environment: ProcessInfo.processInfo.environment, store: provider.storeURL) else {
      return nil
    }
    (self.provider, self.memory, self.warnings) = (provider, memory, warnings)
  }

  /// Lets the hooks begin, the first time, with what is done from now on; otherwise it is a look at a small file.
  public func prepare() {
    // Why it can't be is said by the first run.
    try? HookRunner.begin(provider, memory)
  }

  /// Starts in the background.
  ///
  /// - Parameter say: gets a line for each failure, which may have control characters; on any thread.
  public func start(_ say: @escaping @Sendable (String) -> Void) {
    state.withLock { $0.say = say }
    DispatchQueue.global(qos: .utility).async { [self] in
      for line in HookFailures(memory).take() { tell(line) }
      if let first = warnings.first {
        say(warnings.count == 1 ? first : "\(first), and \(warnings.count - 1) more: see docket config")
      }
      state.withLock { state in
        // Under the lock, so that nothing opens the store again once this has stopped.
        guard !state.hasStopped else { return }
        state.saves = try? HistoryObserver(modelContainer: provider.modelContainer(), isolation: nil)
      }
      follow()
    }
  }

  /// Lets go of the store, so that it can be closed; hooks that run go on by themselves.
  ///
  /// Failures that were said and not shown are kept for the next command or list, as are those of later.
  ///
  /// - Parameter unshown: what was not shown yet, of hooks or not.
  public func stop(unshown: [String] = []) {
    let lines = state.withLock { state in
      (state.hasStopped, state.saves) = (true, nil)
      defer { state.onTheWay = [] }
      return (state.onTheWay + unshown).compactMap { state.lines[$0] }
    }
    for line in lines { HookFailures(memory).keep(line) }
  }

  /// Notes that what was said has come where it is shown.
  public func noteArrival(of words: String) {
    state.withLock { state in
      if let place = state.onTheWay.firstIndex(of: words) { state.onTheWay.remove(at: place) }
    }
  }

  /// Says a failure, or keeps it if nobody can be told any more.
  private func tell(_ line: String) {
    let words = words(of: line)
    let say = state.withLock { state -> (@Sendable (String) -> Void)? in
      guard !state.hasStopped else { return nil }
      state.lines[words] = line
      state.onTheWay.append(words)
      return state.say
    }
    if let say { say(words) } else { HookFailures(memory).keep(line) }
  }

  private func follow() {
    guard let saves = state.withLock({ $0.saves }) else { return }
    withObservationTracking {
      _ = saves.eventCounter
    } onChange: { [weak self] in
      guard let self else { return }
      DispatchQueue.global(qos: .utility).async { [self] in follow() }
    }
    run()
  }

  /// Runs what there is to run, or has the run that is going on look again.
  private func run() {
    let starts = state.withLock { state in
      guard !state.hasStopped else { return false }
      state.isStale = state.isRunning
      guard !state.isRunning else { return false }
      state.isRunning = true
      return true
    }
    guard starts else { return }
    Thread.detachNewThread { [self] in
      let launcher = HookLauncher(store: provider.storeURL.path)
      repeat {
        launcher.run(tell)
      } while state.withLock { state in
        let goesOn = state.isStale && !state.hasStopped
        (state.isRunning, state.isStale) = (goesOn, false)
        return goesOn
      }
    }
  }

  /// What a line of a command says, without the place and what to do, for which the list has no room.
  private func words(of line: String) -> String {
    let text = line.hasPrefix("docket: ") ? line.dropFirst("docket: ".count) : line[...]
    guard let place = text.range(of: ": \(provider.storeURL.path): ") else { return String(text) }
    return String(text[..<place.lowerBound])
  }
}
