import Dispatch
import DocketLocking

/// Asynchronous work for a synchronous `main` that has nothing else to do.
enum DetachedWork {
  /// Runs the body in a detached task and waits until it is done.
  static func wait<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
    let outcome = Outcome<Value>()
    let isDone = DispatchSemaphore(value: 0)
    Task.detached(priority: .userInitiated) {
      do {
        outcome.set(.success(try await body()))
      } catch {
        outcome.set(.failure(error))
      }
      isDone.signal()
    }
    isDone.wait()
    return try outcome.get()
  }

  /// Where the task leaves what came of it.
  private final class Outcome<Value: Sendable>: Sendable {
    private let result = Lock<Result<Value, any Error>?>(nil)

    func set(_ newResult: Result<Value, any Error>) { result.withLock { $0 = newResult } }

    func get() throws -> Value {
      guard let result = result.withLock({ $0 }) else { preconditionFailure("the work is not done yet") }
      return try result.get()
    }
  }
}
