import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Equal aggregates are computed once")
@MainActor
struct SharedAggregatesTests {
  let container: ModelContainer
  let recorder = StatementRecorder()

  init() throws {
    container = try memoryContainer(Note.self)
    try insert(count: 3)
    try recorder.attach(to: container.store)
  }

  private func insert(count: Int) throws {
    let context = ModelContext(container)
    for _ in 0..<count {
      let note = Note(title: "a")
      note.count = count
      context.insert(note)
    }
    try context.save()
  }

  private func observer(_ title: String = "a") throws -> AggregateObserver<Int> {
    try AggregateObserver(
      .sum(\Note.count), where: #Predicate<Note> { $0.title == title }, modelContext: container.mainContext)
  }

  private var computations: Int { recorder.count { $0.contains("sum(") } }

  @Test func whoeverComesLaterHasTheValueAtOnce() async throws {
    let first = try observer()
    try await waitUntil("the sum is there") { first.value == 9 }
    let second = try observer()
    #expect(second.value == 9)
    #expect(computations == 1)
    try insert(count: 1)
    try await waitUntil("both follow") { first.value == 10 && second.value == 10 }
    #expect(computations == 2)
  }

  @Test func thatOfAnotherArgumentIsAnotherOne() async throws {
    let (first, second) = (try observer(), try observer("b"))
    try await waitUntil("both are there") { first.value == 9 && second.value == 0 }
  }

  @Test func theRestFollowsWhenOneIsGone() async throws {
    var first: AggregateObserver<Int>? = try observer()
    let second = try observer()
    try await waitUntil("the sum is there") { second.value == 9 }
    #expect(first != nil)
    first = nil
    try insert(count: 1)
    try await waitUntil("the sum follows") { second.value == 10 }
  }

  /// The one that computed it is stopped by then.
  @Test func itIsComputedAnewOnceNobodyHasObservedIt() async throws {
    var first: AggregateObserver<Int>? = try observer()
    try await waitUntil("the sum is there") { first?.value == 9 }
    first = nil
    try insert(count: 1)
    let second = try observer()
    // Nil or the new one, but not what was computed before.
    #expect(second.value != 9)
    try await waitUntil("the sum is there") { second.value == 10 }
  }

  @Test func observersOfOtherContextsShareToo() async throws {
    let first = try observer()
    try await waitUntil("the sum is there") { first.value == 9 }
    let sum = try await Task.detached { [container] in
      let observer = try AggregateObserver(
        .sum(\Note.count), where: #Predicate<Note> { $0.title == "a" }, modelContext: ModelContext(container))
      return observer.value
    }.value
    #expect(sum == 9)
    #expect(computations == 1)
  }
}
