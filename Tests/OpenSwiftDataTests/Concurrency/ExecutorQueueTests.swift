import Dispatch
import DocketLocking
import Foundation
import Testing

@testable import OpenSwiftData

/// The tests run under an asynchronous `main`: the threads that serve the main queue serve other queues too.
@Suite("Whether the caller runs on the main queue")
struct ExecutorQueueTests {
  /// What was seen of a thread that served the main queue before, while it served another one.
  fileprivate enum Sighting {
    case none, askedRightly, takenForMain
  }

  @Test func isNotAnsweredByTheThreadThatServedItBefore() async {
    #expect(await Self.lookForThreadsThatServedIt() == .askedRightly)
  }

  /// Which thread serves the queue is up to the system: until one that did is seen doing something else.
  fileprivate static func lookForThreadsThatServedIt() async -> Sighting {
    var served: Set<UInt> = []
    for _ in 0..<10_000 {
      served.insert(await serveMainQueue())
      let threads = served
      let sightings = await withTaskGroup(of: Sighting.self) { group in
        for _ in 0..<4 { group.addTask { await lookElsewhere(for: threads) } }
        return await group.reduce(into: [Sighting]()) { $0.append($1) }
      }
      if let seen = sightings.first(where: { $0 == .takenForMain }) ?? sightings.first(where: { $0 != .none }) {
        return seen
      }
    }
    return .none
  }

  private static func serveMainQueue() async -> UInt {
    await MainActor.run {
      #expect(ExecutorQueue.main.isCurrent)
      return UInt(pthread_self())
    }
  }

  /// Looks whether another queue is served by one of some threads; it must not be taken for the main queue then.
  private static func lookElsewhere(for threads: Set<UInt>) async -> Sighting {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "another queue").async {
        let isSeen = threads.contains(UInt(pthread_self()))
        let sighting: Sighting = !isSeen ? .none : ExecutorQueue.main.isCurrent ? .takenForMain : .askedRightly
        continuation.resume(returning: sighting)
      }
    }
  }

  @Test func isNoOnAQueueOfOurs() async {
    let queue = ExecutorQueue(label: "test")
    let answers = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: [queue.isCurrent, ExecutorQueue.main.isCurrent]) }
    }
    #expect(answers == [true, false])
  }

  @MainActor @Test func isYesOnTheMainActorAndNoElsewhere() async {
    #expect(ExecutorQueue.main.isCurrent)
    #expect(ExecutorQueue.current === ExecutorQueue.main)
    #expect(await Task.detached { ExecutorQueue.main.isCurrent }.value == false)
    #expect(ExecutorQueue.main.isCurrent)
  }
}

extension ProcessTests {
  @Suite("Whether the caller runs on the main queue, where nothing is checked")
  struct UncheckedQueueTests {
    /// Where nothing is checked the answer may be remembered, so this is a program of its own.
    @Test func isNotAnsweredByTheThreadThatServedItBefore() async {
      await #expect(processExitsWith: .success) {
        alarm(ProcessTests.limit)
        setenv("OPENSWIFTDATA_ISOLATION", "0", 1)
        #expect(IsolationViolations.reaction == .nothing)
        #expect(await ExecutorQueueTests.lookForThreadsThatServedIt() == .askedRightly)
      }
    }
  }
}
