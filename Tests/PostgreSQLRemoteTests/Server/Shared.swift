import Synchronization

/// A value that tasks of a test change together.
final class Shared<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) { mutex = Mutex(value) }

  var value: Value { mutex.withLock { $0 } }

  func change(_ body: (inout Value) -> Void) {
    mutex.withLock { value in
      var copy = value
      body(&copy)
      value = copy
    }
  }
}
