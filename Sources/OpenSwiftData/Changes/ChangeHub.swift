import DocketLocking

/// Publishes a store's committed changes, of this process and others, to contexts, results and history observers.
final class ChangeHub: Sendable {
  /// Receives changes on the thread that made or found them, and has to pass them to its own executor.
  protocol Subscriber: AnyObject, Sendable {
    func receive(_ changes: ModelChanges)
  }

  private struct WeakSubscriber: Sendable {
    weak var subscriber: (any Subscriber)?
  }

  private typealias Subscribers = [ObjectIdentifier: WeakSubscriber]

  private let contexts = Lock<Subscribers>([:])
  private let others = Lock<Subscribers>([:])

  /// Adds a context, whose subscription is held weakly.
  func subscribe(_ context: ContextSubscription) {
    contexts.withLock { $0[ObjectIdentifier(context)] = WeakSubscriber(subscriber: context) }
  }

  /// Adds a subscriber other than a context, which is held weakly.
  func subscribe(_ subscriber: any Subscriber) {
    others.withLock { $0[ObjectIdentifier(subscriber)] = WeakSubscriber(subscriber: subscriber) }
  }

  /// Removes a subscriber; may be called from its `deinit`.
  func unsubscribe(_ identifier: ObjectIdentifier) {
    contexts.withLock { $0[identifier] = nil }
    others.withLock { $0[identifier] = nil }
  }

  /// Publishes changes, unless they are empty.
  ///
  /// - Parameter origin: the subscriber that made the changes and knows them already.
  func publish(_ changes: ModelChanges, from origin: (any Subscriber)? = nil) { publish([changes], from: origin) }

  /// Publishes the changes of several saves that were committed together, to each subscriber in their order.
  ///
  /// - Parameter origin: the subscriber that made the changes and knows them already.
  func publish(_ changes: [ModelChanges], from origin: (any Subscriber)? = nil) {
    let changes = changes.filter { !$0.isEmpty }
    guard !changes.isEmpty else { return }
    let hold = CommitHold.current
    hold?.beginCommit()
    Self.tell(contexts.withLock { $0.values.compactMap(\.subscriber) }, changes, from: origin)
    // There may be many results, and the outcome of a change need not wait for them. Each reads the store again when it
    // hears of a commit, so that the order of several does not matter.
    let tellOthers = { @Sendable in
      Self.tell(self.others.withLock { $0.values.compactMap(\.subscriber) }, changes, from: origin)
    }
    if hold?.holdAnnouncement(tellOthers) != true { tellOthers() }
  }

  private static func tell(
    _ receivers: [any Subscriber], _ changes: [ModelChanges], from origin: (any Subscriber)?
  ) {
    for receiver in receivers where receiver !== origin {
      for change in changes { receiver.receive(change) }
    }
  }
}
