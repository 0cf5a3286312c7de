import CDispatch
import Dispatch
import DocketLocking
import Foundation
import Testing

@testable import OpenSwiftData

extension ProcessTests {
  /// Each test is a program of its own: one handler at a time has a thread of the pool, and other tests' would have it.
  @Suite("A handler runs on its caller's thread")
  struct CallersThreadTests {
    private static let poolHasSeveralThreads = ProcessInfo.processInfo.activeProcessorCount > 1

    @Test(.enabled(if: poolHasSeveralThreads)) func ifThatIsOneOfThePool() async {
      await #expect(processExitsWith: .success) {
        alarm(ProcessTests.limit)
        let visit = await Visit(to: try PlaceHandler.make())
        #expect(visit.place == .pool && visit.handlersThread == visit.callersThread)
      }
    }

    @Test func butNotIfThatIsTheMainThreadOrAnActorsOrOneThatTheTaskPrefersOrOneOfLowPriority() async {
      await #expect(processExitsWith: .success) {
        alarm(ProcessTests.limit)
        let handler = try PlaceHandler.make()
        let places = await handler.placesOfUnsuitableCallers()
        #expect(places == [.ownQueue, .ownQueue, .ownQueue, .ownQueue])
      }
    }

    /// The task that calls is run by its maker, here and now: the handler would wait for the lock for ever.
    @Test func butNotUnderTheLockOfWhoeverStartsItsCaller() async {
      await #expect(processExitsWith: .success) {
        alarm(ProcessTests.limit)
        let (handler, lock) = (try PlaceHandler.make(), SharedLock())
        await Task.detached {
          let caller = lock.withLock { Task.immediate { await handler.place(after: lock) } }
          #expect(await caller.value == .ownQueue)
        }.value
      }
    }

    /// No task runs on the thread then: it has just released the one whose result nobody wanted.
    @Test func butNotUnderTheLockOfWhoeverResumesIt() async {
      await #expect(processExitsWith: .success) {
        alarm(ProcessTests.limit)
        let (handler, lock) = (try PlaceHandler.make(), SharedLock())
        let pause = Pause()
        let waiting = Task.detached { await handler.place(after: pause, then: lock) }
        await pause.isReached()
        // Nobody keeps the task, nor its result.
        Task.detached { Resumer(pause, under: lock) }
        let place = await waiting.value
        #expect(place == .ownQueue)
      }
    }

    @Test func soThatThoseThatWaitKeepOneThreadAtMost() async {
      await #expect(processExitsWith: .success) {
        alarm(ProcessTests.limit)
        let count = 2 * ProcessInfo.processInfo.activeProcessorCount
        let (arrivals, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let handlers = try (0..<count).map { _ in try PlaceHandler.make() }
        let waiting = handlers.map { handler in Task.detached { await handler.wait(arrivals, release) } }
        await waitElsewhere(for: arrivals, count)
        #expect(await Task.detached { 1 }.value == 1)
        for _ in handlers { release.signal() }
        var places: [Place] = []
        for task in waiting { places.append(await task.value) }
        #expect(places.count { $0 == .pool } <= 1)
      }
    }

    @Test(.enabled(if: poolHasSeveralThreads)) func andJobsThatComeMeanwhileRunAfterItInTheirOrder() async {
      await #expect(processExitsWith: .success) {
        alarm(ProcessTests.limit)
        let (queue, other) = (ExecutorQueue(label: "test"), ExecutorQueue(label: "other"))
        let steps = Lock<[Int]>([])
        await withCheckedContinuation { continuation in
          let ran = queue.runHere {
            #expect(queue.isCurrent)
            #expect(!queue.runHere {} && !other.runHere {})
            for step in 1...3 { queue.async { steps.withLock { $0.append(step) } } }
            queue.async { continuation.resume() }
            steps.withLock { $0.append(0) }
          }
          #expect(ran && !queue.isCurrent)
          if !ran { continuation.resume() }
        }
        #expect(steps.withLock { $0 } == [0, 1, 2, 3])
        #expect(other.runHere {})
      }
    }
  }
}

private enum Place {
  case pool, ownQueue, elsewhere

  static var current: Place {
    switch String(cString: dispatch_queue_get_label(nil)) {
    case "Swift global concurrent queue": .pool
    case "OpenSwiftData.ModelContext": .ownQueue
    default: .elsewhere
    }
  }
}

private func threadID() -> UInt { UInt(pthread_self()) }

/// Waits on a thread that nobody else needs.
private func waitElsewhere(for semaphore: DispatchSemaphore, _ count: Int) async {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      for _ in 0..<count { semaphore.wait() }
      continuation.resume()
    }
  }
}

/// A call of a task of the pool.
private struct Visit {
  let callersThread: UInt
  let handlersThread: UInt
  let place: Place

  @concurrent init(to handler: PlaceHandler) async {
    callersThread = threadID()
    (handlersThread, place) = await handler.threadAndPlace()
  }
}

@ModelActor private actor PlaceHandler {
  static func make() throws -> PlaceHandler { PlaceHandler(modelContainer: try memoryContainer(Note.self)) }

  func place() -> Place { .current }
  func threadAndPlace() -> (UInt, Place) { (threadID(), .current) }

  /// On the main actor, on another actor, of low priority, and with an executor of the task's own.
  nonisolated func placesOfUnsuitableCallers() async -> [Place] {
    let fromMain = await placeFromMainActor()
    let fromActor = await Neighbour().placeOf(self)
    let fromBelow = await Task.detached(priority: .low) { await self.place() }.value
    let fromElsewhere = await withTaskExecutorPreference(PreferredQueue()) { await self.place() }
    return [fromMain, fromActor, fromBelow, fromElsewhere]
  }

  /// Without work of its own it would never be on the main actor.
  @MainActor private func placeFromMainActor() async -> Place {
    MainActor.preconditionIsolated()
    return await place()
  }

  func place(after lock: SharedLock) -> Place {
    lock.withLock {}
    return .current
  }

  func place(after pause: Pause, then lock: SharedLock) async -> Place {
    // Here, and not in a function that is on no actor.
    await withCheckedContinuation { pause.hold($0) }
    return place(after: lock)
  }

  func wait(_ arrivals: DispatchSemaphore, _ release: DispatchSemaphore) -> Place {
    arrivals.signal()
    release.wait()
    return .current
  }
}

private actor Neighbour {
  private var calls = 0

  func placeOf(_ handler: PlaceHandler) async -> Place {
    calls += 1
    return await handler.place()
  }
}

private final class PreferredQueue: TaskExecutor {
  private let queue = DispatchQueue(label: "preferred")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// A point that a task waits at until it is resumed.
private final class Pause: Sendable {
  private let waiting = Lock<CheckedContinuation<Void, Never>?>(nil)
  private let reached = DispatchSemaphore(value: 0)

  func hold(_ continuation: CheckedContinuation<Void, Never>) {
    waiting.withLock { $0 = continuation }
    reached.signal()
  }

  func isReached() async { await waitElsewhere(for: reached, 1) }
  func resume() { waiting.withLock { $0.take() }?.resume() }
}

/// Resumes what waits when nobody needs it any more, with a lock held.
private final class Resumer: Sendable {
  private let pause: Pause
  private let lock: SharedLock

  init(_ pause: Pause, under lock: SharedLock) {
    self.pause = pause
    self.lock = lock
  }

  deinit { lock.withLock { pause.resume() } }
}

private final class SharedLock: Sendable {
  private let lock = Lock(())
  func withLock<Result>(_ body: () -> Result) -> Result { lock.withLock { _ in body() } }
}
