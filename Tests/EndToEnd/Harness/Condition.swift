import Synchronization
import Testing

/// A condition that was waited for in vain.
struct ConditionTimeout: Error, CustomStringConvertible {
  let description: String
}

/// Asks again and again until there is an answer.
///
/// The short pause is not what makes a test pass: only the answer is.
///
/// - Throws: `ConditionTimeout` with the last state if the deadline passes first.
@discardableResult
func waitUntil<Answer>(
  within deadline: Duration = .seconds(180), every pause: Duration = .milliseconds(5),
  or state: () -> String = { "the condition did not come true" },
  isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Answer?
) async throws -> Answer {
  let clock = ContinuousClock()
  let end = clock.now + deadline
  while true {
    if let answer = try await condition() { return answer }
    guard clock.now < end else { throw ConditionTimeout(description: state()) }
    try await clock.sleep(for: pause)
  }
}

/// A value that several threads use, one at a time.
final class Shared<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }

  /// Lets nobody else at the value meanwhile.
  func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try value.withLock { try body(&$0) }
  }
}
