import Foundation
import Testing

@testable import OpenSwiftData

@MainActor
@Suite("A commit that waits for its outcome")
struct CommitHoldTests {
  private let container: ModelContainer
  private let note: Note

  init() throws {
    container = try memoryContainer(Note.self)
    note = try container.mainContext.save(note: "before")
  }

  private func rename(to title: String) throws {
    let writer = ModelContext(container)
    try #require(try writer.fetch(FetchDescriptor<Note>()).first).title = title
    try writer.save()
  }

  /// Returns when the main actor has done all it was asked for so far.
  private func turn() async {
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
  }

  @Test func doesNotWakeTheMainActorWhichMergesItWithTheOutcome() async throws {
    let hold = CommitHold()
    try CommitHold.$current.withValue(hold) { try rename(to: "after") }
    await turn()
    #expect(note.title == "before")
    hold.merge()
    #expect(note.title == "after")
  }

  @Test func isSeenByWhoeverFetchesBefore() throws {
    let hold = CommitHold()
    try CommitHold.$current.withValue(hold) {
      try rename(to: "after")
      #expect(try container.mainContext.fetch(FetchDescriptor<Note>()).map(\.title) == ["after"])
    }
    #expect(note.title == "after")
    hold.merge()
  }

  @Test func isMergedAlthoughNoOutcomeComes() async throws {
    try CommitHold.$current.withValue(CommitHold()) { try rename(to: "after") }
    await turn()
    #expect(note.title == "after")
  }

  @Test func isMergedAtTheNextCommitOfTheTask() async throws {
    let hold = CommitHold()
    try CommitHold.$current.withValue(hold) {
      try rename(to: "first")
      try rename(to: "second")
    }
    await turn()
    #expect(note.title == "second")
    hold.merge()
  }

  @Test func isMergedWithACommitOfSomebodyElse() async throws {
    let hold = CommitHold()
    try CommitHold.$current.withValue(hold) { try rename(to: "held") }
    try rename(to: "not held")
    await turn()
    #expect(note.title == "not held")
    hold.merge()
  }

  @Test func isFollowedByResultsOnceItIsAnnounced() async throws {
    let observer = try ResultsObserver<Note, Never>(
      filterBy: #Predicate { $0.title == "after" }, modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    let hold = CommitHold()
    try CommitHold.$current.withValue(hold) { try rename(to: "after") }
    hold.merge()
    #expect(observer.results.isEmpty)
    hold.announce()
    try await waitUntil("the row is in the result") { observer.results.map(\.title) == ["after"] }
  }

  /// A task that a change has started, and that outlives it, has the same hold.
  @Test func holdsNoCommitThatComesAfterTheOutcome() async throws {
    let hold = CommitHold()
    hold.announce()
    hold.merge()
    try CommitHold.$current.withValue(hold) { try rename(to: "later") }
    await turn()
    #expect(note.title == "later")
    withExtendedLifetime(hold) {}
  }

  @Test func isMergedBeforeTheWorkThatFollowsIt() async throws {
    let hold = CommitHold()
    try CommitHold.$current.withValue(hold) {
      try rename(to: "after")
      CommitHold.current?.end()
    }
    await turn()
    #expect(note.title == "after")
    hold.merge()
  }
}
