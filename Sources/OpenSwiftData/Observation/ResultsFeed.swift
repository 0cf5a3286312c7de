import DocketLocking

/// Delivers the states of one descriptor's result from the background to an observer.
///
/// An observer whose descriptor changes gets a new feed; states of the old one are dropped.
final class ResultsFeed<Element: PersistentModel> {
  private let mailbox = StateMailbox<ResultsState>()
  private let maintainer: ResultsMaintainer<Element>

  init(_ query: ResultsQuery<Element>, store: SQLiteStore, route: DeliveryRoute) {
    let mailbox = mailbox
    maintainer = ResultsMaintainer(query, store: store) { mailbox.put($0, by: route) }
  }

  deinit { maintainer.stop() }

  /// The first rows of the result, if an index yields them without a scan; nil otherwise.
  func firstPage() throws -> ResultsState? { try maintainer.firstPage() }

  /// Begins to deliver states.
  ///
  /// - Parameters:
  ///   - reader: told of new states on its executor; held weakly.
  ///   - predecessor: the feed that the reader had before, which ends.
  func start(for reader: any StateMailboxReader, after predecessor: ResultsFeed? = nil) {
    mailbox.announce(to: reader)
    maintainer.start(after: predecessor?.maintainer)
  }

  /// Whether there is a state that no executor delivers.
  var hasUnannouncedState: Bool { mailbox.hasUnannouncedState }

  /// The newest state that was not taken yet, or nil.
  func take() -> ResultsState? { mailbox.take() }
}

/// Shows states that come through a mailbox.
protocol StateMailboxReader: AnyObject {
  /// Takes the newest state from the mailbox, if there is one.
  func takeState()
}

/// A mailbox with room for one state, by which the background hands the newest one to the executor that shows it.
final class StateMailbox<State: Sendable>: Sendable {
  private struct Slot {
    var state: State?
    /// Whether the reader is being told.
    var isAnnounced = false
  }

  private let slot = Lock(Slot())
  private let handler = Lock<(@Sendable () -> Void)?>(nil)

  /// Leaves a state in place of one that was not taken yet, and has the reader told unless it already is.
  func put(_ state: State, by route: DeliveryRoute) {
    slot.withLock { slot in
      slot.state = state
      if !slot.isAnnounced { slot.isAnnounced = route.schedule { self.handler.withLock { $0 }?() } }
    }
  }

  /// Whether there is a state that nobody tells the reader of.
  var hasUnannouncedState: Bool { slot.withLock { $0.state != nil && !$0.isAnnounced } }

  /// Takes the newest state, once.
  func take() -> State? {
    slot.withLock { slot in
      defer { slot = Slot() }
      return slot.state
    }
  }

  /// Sets what is called on the reader's executor when there is a state to take.
  func onAnnounce(_ body: @escaping @Sendable () -> Void) { handler.withLock { $0 = body } }

  /// Has a reader, which is held weakly, take each state on its executor.
  func announce(to reader: any StateMailboxReader) {
    // Sound: the handler is only called on the executor that the reader belongs to.
    nonisolated(unsafe) weak let reader: (any StateMailboxReader)? = reader
    onAnnounce { reader?.takeState() }
  }
}

/// The way to the executor of whoever shows a state: that of the context, or else the actor that asked for it.
struct DeliveryRoute: Sendable {
  private let link: ContextLink
  private let actor: (any Actor)?

  init(_ context: ModelContext, isolation: (any Actor)?) {
    link = context.link
    actor = isolation
  }

  /// Runs the body on the executor soon.
  ///
  /// - Returns: false if there is no executor; states are then taken when somebody reads them.
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
