import DocketConfiguration
import SwiftData
import TerminalUI

/// Runs an ``EventQueue``: performs its events in turn, and has the timers that the queue, a value, can't have.
@MainActor
final class EventPump {
  /// How long a command waits whose keys begin those of another.
  private static let sequenceTimeout = Duration.milliseconds(700)
  /// How long a move waits for the command typed just before it; too short to be seen.
  private static let moveTimeout = Duration.milliseconds(50)

  private enum Wait {
    case sequence
    case moves
    case list
  }

  enum Timeout {
    /// One for further keys: the queue may go on.
    case keys
    /// The one for the list, which has not shown what was saved.
    case list
  }

  private var queue: EventQueue
  private var events: ScreenEvents?
  private var clock: (any EventClock)?
  private var timers: [Wait: any EventTimer] = [:]
  private var isResuming = false

  init(_ keys: CommandKeys) { queue = EventQueue(keys.bindings, own: keys.own) }

  func start(clock: any EventClock, _ events: @escaping ScreenEvents) { (self.clock, self.events) = (clock, events) }

  // MARK: - Events

  func append(_ input: EventQueue.Input) { queue.append(input) }

  /// Takes a key that doesn't wait.
  func overtake(_ key: Key, isListOnTop: Bool) -> [EventQueue.Action] {
    let actions = queue.overtake(key, isListOnTop: isListOnTop)
    for action in actions { time(action) }
    return actions
  }

  /// Performs the queued events in turn, until one has to wait.
  ///
  /// - Parameters:
  ///   - list: the list as it is before the next event.
  ///   - holds: whether a command, or a key that is passed to the list, has to wait.
  func resume(
    _ list: () -> EventQueue.ListState, holds: (EventQueue.Action, EventQueue.Unsettled) -> Bool,
    perform: (EventQueue.Action) -> Void
  ) {
    // An event may change rows, and these resume the queue; it goes on after this event.
    guard !isResuming else { return }
    isResuming = true
    defer { isResuming = false }
    while queue.hasEvents, let action = queue.next(list(), holds: holds) {
      time(action)
      perform(action)
    }
  }

  /// Starts the timer of a sequence that may be over.
  private func time(_ action: EventQueue.Action) {
    cancel(.sequence)
    guard case .awaitSequence = action else { return }
    schedule(.sequence, after: Self.sequenceTimeout) { pump in
      pump.queue.endSequence()
      pump.events?(.timeout(.keys))
    }
  }

  func forgetSequence() {
    cancel(.sequence)
    queue.forgetSequence()
  }

  /// Drops the queued events; answers which, in words.
  func drop() -> String? { queue.drop() }

  /// The queued keys for the footer; empty if there are none.
  var pendingText: String { queue.text }

  // MARK: - Expectations

  /// Lets moves that follow at once wait too; later ones are meant for the visible rows.
  func holdMoves() {
    queue.holdMoves(true)
    schedule(.moves, after: Self.moveTimeout) { pump in
      pump.queue.holdMoves(false)
      pump.events?(.timeout(.keys))
    }
  }

  func expectArrival() -> EventQueue.Expectation {
    holdMoves()
    return queue.expectArrival()
  }

  /// - Parameter sample: one of many items, watched instead of all.
  func expectDeparture(of ids: [PersistentIdentifier], sample: PersistentIdentifier?) -> EventQueue.Expectation {
    holdMoves()
    return queue.expectDeparture(of: ids, sample: sample)
  }

  /// Notes that a change was saved; the list gets some time to show it.
  func noteSaved(_ expectation: EventQueue.Expectation) {
    queue.noteSaved(expectation)
    awaitList()
  }

  /// Gives the list more time.
  func awaitList() {
    schedule(.list, after: ChangeQueue.listTimeout) { pump in
      if pump.queue.awaitsList { pump.events?(.timeout(.list)) }
    }
  }

  var leaving: Set<PersistentIdentifier> { queue.leaving }

  func leaving(_ expectation: EventQueue.Expectation) -> Set<PersistentIdentifier> { queue.leaving(expectation) }

  func end(_ expectation: EventQueue.Expectation) { queue.end(expectation) }

  func endLeaving(_ ids: Set<PersistentIdentifier>) { queue.endLeaving(ids) }

  func endSaved() { queue.endSaved() }

  func endAll() { queue.endAll() }

  private func schedule(_ wait: Wait, after duration: Duration, _ body: @escaping @MainActor (EventPump) -> Void) {
    timers[wait]?.cancel()
    timers[wait] = clock?.schedule(after: duration) { [weak self] in
      guard let self else { return }
      timers[wait] = nil
      body(self)
    }
  }

  private func cancel(_ wait: Wait) { timers.removeValue(forKey: wait)?.cancel() }
}
