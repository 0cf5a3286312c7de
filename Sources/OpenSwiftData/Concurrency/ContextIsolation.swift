/// The executor that a context belongs to.
enum ContextIsolation: Sendable {
  /// Not bound to an executor: any thread may use the context, one at a time.
  case unbound
  /// The main actor.
  case main
  /// The serial queue of a model executor.
  case queue(ExecutorQueue)

  var isMain: Bool {
    if case .main = self { true } else { false }
  }

  /// Nil for an unbound context.
  var executor: ExecutorQueue? {
    switch self {
    case .unbound: nil
    case .main: .main
    case .queue(let queue): queue
    }
  }

  var isCurrent: Bool { executor?.isCurrent ?? true }

  /// Runs the body on the executor soon; never for an unbound context.
  func schedule(_ body: @escaping @Sendable () -> Void) { executor?.async(body) }

  /// For messages.
  var name: String {
    switch self {
    case .unbound: "any executor"
    case .main: "the main actor"
    case .queue(let queue): queue.label
    }
  }
}
