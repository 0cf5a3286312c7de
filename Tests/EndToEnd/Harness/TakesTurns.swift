import Foundation
import Testing

/// A few of these tests run at a time.
///
/// Each has processes and terminals of its own. All of them at once would keep each other from the processors for
/// minutes, and a person at a terminal has one program in front of them, not two hundred.
struct TakesTurns: SuiteTrait, TestTrait, TestScoping {
  private static let turns = Turns(2 * ProcessInfo.processInfo.activeProcessorCount)

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    await Self.turns.take()
    do {
      try await function()
    } catch {
      await Self.turns.giveBack()
      throw error
    }
    await Self.turns.giveBack()
  }
}

extension Trait where Self == TakesTurns {
  /// Waits until few enough other tests with this trait run.
  static var takesTurns: Self { Self() }
}

/// Lets a few have their turn at a time, in the order in which they came.
actor Turns {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) { free = count }

  func take() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func giveBack() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
