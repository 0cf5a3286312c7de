import Dispatch
import DocketLocking
import Foundation
import Testing

/// Lets other work run until the condition holds; fails after five minutes.
@MainActor
func waitUntil(
  _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ condition: @MainActor () async throws -> Bool
) async throws {
  let deadline = DispatchTime.now() + .seconds(300)
  while try await !condition() {
    guard DispatchTime.now() < deadline else {
      Issue.record(what, sourceLocation: sourceLocation)
      return
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { continuation.resume() }
    }
  }
}

/// Runs what may hang for ever on a thread of its own, and fails the test if it does.
///
/// The bound is no measure of speed: it is beyond whatever a busy machine needs.
enum HangDetector {
  /// - Returns: what the body returned, or nil if it hangs; then the thread is left behind.
  static func run<Result: Sendable>(
    _ what: Comment, seconds: Int = 60, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable () throws -> Result
  ) throws -> Result? {
    let outcome = Lock<Swift.Result<Result, any Error>?>(nil)
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let result = Swift.Result(catching: body)
      outcome.withLock { $0 = result }
      end.signal()
    }
    guard end.wait(timeout: .now() + .seconds(seconds)) == .success else {
      Issue.record("\(what) hangs", sourceLocation: sourceLocation)
      return nil
    }
    return try outcome.withLock { try $0?.get() }
  }
}

/// Counts how often observers were told.
final class Fired: Sendable {
  private let state = Lock(0)

  var count: Int { state.withLock { $0 } }

  func note() { state.withLock { $0 += 1 } }
}
