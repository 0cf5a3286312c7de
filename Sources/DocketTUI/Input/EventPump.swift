import DocketConfiguration
import SwiftData
import TerminalUI

/// Gives what waits in an ``EventQueue`` its turn: holds the timers that the queue, a value, can't have.
@MainActor
final class EventPump {
  /// How long a command waits whose keys are the beginning of another command's.
  private static let sequenceTimeout = Duration.milliseconds(700)
  /// How long a move waits for the command before it: typed at once they belong together, and so short a wait is not
  /// seen.
  private static let moveTimeout = Duration.milliseconds(50)
  /// How long keys wait for the list to show what was saved.
  ///
  /// Commits are told of together, so the list may never show it.
  private static let listTimeout = Duration.seconds(2)

  private enum Wait {
    case sequence
    case moves
    case list
  }

  /// What time has ended.
  enum Timeout {
    /// A wait is over, so the queue may go on.
    case goOn
    /// The list has not shown what was saved.
    case list
  }

  private(set) var queue: EventQueue
  private var events: ScreenEvents?
  private var clock: (any EventClock)?
  private var timers: [Wait: any EventTimer] = [:]
  private var isResuming = false

  init(_ bindings: KeyBindings<Command>) { queue = EventQueue(bindings) }

  /// Begins to measure waits, and to tell when one is over.
  func start(clock: any EventClock, _ events: @escaping ScreenEvents) { (self.clock, self.events) = (clock, events) }

  // MARK: - Events

  /// Takes what the person did, behind all that waits.
  func append(_ input: EventQueue.Input) { queue.append(input) }

  /// Takes a key that waits for nothing.
  func overtake(_ key: Key, isListOnTop: Bool) -> [EventQueue.Action] {
    let actions = queue.overtake(key, isListOnTop: isListOnTop)
    for action in actions { time(action) }
    return actions
  }

  /// Performs one action after the other until there is none that need not wait.
  func resume(next: () -> EventQueue.Action?, perform: (EventQueue.Action) -> Void) {
    // Acting on an event may change rows, which lets events go on; they go on when this one is done.
    guard !isResuming else { return }
    isResuming = true
    defer { isResuming = false }
    while let action = next() { perform(action) }
  }

  /// The next action; nil if there is none or it has to wait.
  func next(
    isListOnTop: Bool, cursor: PersistentIdentifier?, isCurrent: Bool,
    holds: (EventQueue.Action, EventQueue.Unsettled) -> Bool
  ) -> EventQueue.Action? {
    let action = queue.next(isListOnTop: isListOnTop, cursor: cursor, isCurrent: isCurrent, holds: holds)
    if let action { time(action) }
    return action
  }

  /// Measures the time of a sequence that may be over.
  private func time(_ action: EventQueue.Action) {
    cancel(.sequence)
    guard case .awaitSequence = action else { return }
    schedule(.sequence, after: Self.sequenceTimeout) { pump in
      pump.queue.endSequence()
      pump.events?(.timeout(.goOn))
    }
  }

  /// Forgets the keys of a sequence, as something else was done.
  func forgetSequence() {
    cancel(.sequence)
    queue.forgetSequence()
  }

  /// Drops what waits.
  ///
  /// - Returns: what was dropped, in words; nil if nothing was.
  func drop() -> String? { queue.drop() }

  // MARK: - Expectations

  /// Lets moves that follow at once wait too; later moves are meant for the rows on the screen.
  func holdMoves() {
    queue.holdMoves(true)
    schedule(.moves, after: Self.moveTimeout) { pump in
      pump.queue.holdMoves(false)
      pump.events?(.timeout(.goOn))
    }
  }

  func expectArrival() -> EventQueue.Expectation {
    holdMoves()
    return queue.expectArrival()
  }

  /// Lets keys wait for items to leave the list.
  ///
  /// - Parameter sample: one of many items, to be watched instead of all.
  func expectDeparture(of ids: [PersistentIdentifier], sample: PersistentIdentifier?) -> EventQueue.Expectation {
    holdMoves()
    return queue.expectDeparture(of: ids, sample: sample)
  }

  /// Notes that a change was saved that the list has to follow; the wait for it has a timeout.
  func noteSaved(_ expectation: EventQueue.Expectation) {
    queue.noteSaved(expectation)
    awaitList()
  }

  /// Waits on for the list to show what was saved.
  func awaitList() {
    schedule(.list, after: Self.listTimeout) { pump in
      if pump.queue.awaitsList { pump.events?(.timeout(.list)) }
    }
  }

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
