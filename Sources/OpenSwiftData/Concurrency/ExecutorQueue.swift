import Dispatch

/// A serial dispatch queue that can tell whether the caller runs on it.
///
/// `DispatchSerialQueue`, which is an executor by itself elsewhere, does not exist on Linux.
final class ExecutorQueue: Sendable {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  /// The queue of the main actor.
  ///
  /// Which thread serves it may change: with an asynchronous `main` it is not the first one.
  static let main = ExecutorQueue(.main)

  let queue: DispatchQueue

  convenience init(label: String) {
    self.init(DispatchQueue(label: label, qos: .userInitiated))
  }

  private init(_ queue: DispatchQueue) {
    self.queue = queue
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
  }

  var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self) }
}
