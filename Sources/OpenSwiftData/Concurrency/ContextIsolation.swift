import Dispatch

/// The executor that a context belongs to.
enum ContextIsolation: Sendable {
  /// Nobody said: the context belongs to whoever uses it, one at a time.
  case unbound
  /// The main actor.
  case main
  /// The serial queue of a model executor.
  case queue(ExecutorQueue)

  /// Whether the caller runs on it.
  var isCurrent: Bool {
    switch self {
    case .unbound: true
    case .main: ExecutorQueue.main.isCurrent
    case .queue(let queue): queue.isCurrent
    }
  }

  /// Runs the body on it soon; an unbound context has no place to run anything.
  func schedule(_ body: @escaping @Sendable () -> Void) {
    switch self {
    case .unbound: break
    case .main: ExecutorQueue.main.queue.async(execute: body)
    case .queue(let queue): queue.queue.async(execute: body)
    }
  }

  /// The name of the executor in messages.
  var name: String {
    switch self {
    case .unbound: "any executor"
    case .main: "the main actor"
    case .queue(let queue): queue.queue.label
    }
  }
}
