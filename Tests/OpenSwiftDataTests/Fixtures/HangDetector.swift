import Dispatch
import DocketLocking
import Foundation
import Testing

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
