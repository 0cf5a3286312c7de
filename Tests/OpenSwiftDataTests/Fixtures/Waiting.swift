import Dispatch
import Testing

/// Lets other work run until the condition holds; fails after ten seconds.
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
