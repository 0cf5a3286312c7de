/// How news comes to the executor of who shows it: that of the context, or else the actor that asked for it.
struct NewsRoute: Sendable {
  private let link: ContextLink
  private let actor: (any Actor)?

  init(_ context: ModelContext, isolation: (any Actor)?) {
    link = context.link
    actor = isolation
  }

  /// Whether there is a way; if not, news is taken when somebody looks.
  var leadsSomewhere: Bool { link.hasExecutor || actor != nil }

  /// Runs the body on the executor soon, if there is a way to it.
  func schedule(_ body: @escaping @Sendable () -> Void) {
    if link.hasExecutor { return link.schedule(body) }
    guard let actor else { return }
    Task { await Self.run(body, on: actor) }
  }

  private static func run(_ body: @Sendable () -> Void, on _: isolated any Actor) { body() }
}
