/// How news comes to the executor of who shows it: that of the context, or else the actor that asked for it.
struct NewsRoute: Sendable {
  private let link: ContextLink
  private let actor: (any Actor)?

  init(_ context: ModelContext, isolation: (any Actor)?) {
    link = context.link
    actor = isolation
  }

  /// Runs the body on the executor soon.
  ///
  /// - Returns: false if there is no way to one; then news is taken when somebody looks.
  func schedule(_ body: @escaping @Sendable () -> Void) -> Bool {
    if link.hasExecutor {
      link.schedule(body)
    } else if let actor {
      Task { await Self.run(body, on: actor) }
    } else {
      return false
    }
    return true
  }

  private static func run(_ body: @Sendable () -> Void, on _: isolated any Actor) { body() }
}
