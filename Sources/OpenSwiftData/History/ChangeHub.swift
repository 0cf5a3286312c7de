import DocketLocking

/// Announces committed changes to everyone who shows them: contexts and results observers.
///
/// A save of this process and the commit of another one take the same way.
final class ChangeHub: Sendable {
  /// Receives changes, on whatever thread made or found them; it must hand the work on to its own executor.
  protocol Subscriber: AnyObject, Sendable {
    func receive(_ changes: ModelChanges)
  }

  private struct WeakSubscriber: Sendable {
    weak var subscriber: (any Subscriber)?
  }

  private let subscribers = Lock<[ObjectIdentifier: WeakSubscriber]>([:])

  func subscribe(_ subscriber: any Subscriber) {
    subscribers.withLock { $0[ObjectIdentifier(subscriber)] = WeakSubscriber(subscriber: subscriber) }
  }

  func unsubscribe(_ identifier: ObjectIdentifier) {
    subscribers.withLock { $0[identifier] = nil }
  }

  /// - Parameter origin: the subscriber that made the changes and knows them already.
  func publish(_ changes: ModelChanges, from origin: (any Subscriber)? = nil) {
    guard !changes.isEmpty else { return }
    let receivers = subscribers.withLock { $0.values.compactMap(\.subscriber) }
    for receiver in receivers where receiver !== origin { receiver.receive(changes) }
  }
}
