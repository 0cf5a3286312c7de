/// The turn of an executor whose changes form a group.
struct UndoEvent {
  /// Whether the group is open.
  private(set) var isOpen = false
  /// Whether the turn is over, and the group only waits for those inside of it.
  var isOver = false
  /// Tells one event from the next.
  private(set) var number = 0

  /// Begins an event, and ends it with the turn of the queue that the caller runs on, if it runs on one.
  mutating func begin(_ manager: UndoManager) {
    isOpen = true
    isOver = false
    number += 1
    let (owner, number) = (Owner(manager: manager), number)
    ExecutorQueue.current?.async { owner.manager?.turnIsOver(number) }
  }

  mutating func end() {
    isOpen = false
    isOver = false
  }

  // Sound as `@unchecked Sendable`: used on the queue that the manager is used on.
  private struct Owner: @unchecked Sendable {
    weak var manager: UndoManager?
  }
}
