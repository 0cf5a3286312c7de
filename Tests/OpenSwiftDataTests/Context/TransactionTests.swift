import Foundation
import OpenSwiftData
import Testing

@Suite("Transactions and saves inside of each other")
struct TransactionTests {
  private struct Refusal: Error {}

  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try memoryContainer(Note.self)
    context = ModelContext(container)
  }

  private func storedTitles() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)])).map(\.title)
  }

  @Test func aTransactionSavesAtItsEnd() throws {
    try context.transaction { context.insert(Note(title: "a")) }
    #expect(try storedTitles() == ["a"])
  }

  @Test func aTransactionThatThrowsRollsBack() throws {
    let note = try context.save(note: "a")
    #expect(throws: Refusal.self) {
      try context.transaction {
        note.title = "b"
        throw Refusal()
      }
    }
    #expect(note.title == "a" && !context.hasChanges)
  }

  @Test func onlyTheOutermostTransactionSaves() throws {
    try context.transaction {
      try context.transaction { context.insert(Note(title: "a")) }
      #expect(try storedTitles() == [])
      context.insert(Note(title: "b"))
    }
    #expect(try storedTitles() == ["a", "b"])
    #expect(throws: Refusal.self) {
      try context.transaction {
        try context.transaction { context.insert(Note(title: "c")) }
        throw Refusal()
      }
    }
    #expect(try storedTitles() == ["a", "b"])
  }

  @Test func anInnerTransactionThatFailsFailsTheOutermostEvenIfItsErrorIsCaught() throws {
    #expect(throws: Refusal.self) {
      try context.transaction {
        context.insert(Note(title: "a"))
        try? context.transaction { throw Refusal() }
      }
    }
    #expect(try storedTitles() == [] && !context.hasChanges)
    try context.transaction { context.insert(Note(title: "b")) }
    #expect(try storedTitles() == ["b"])
  }

  @Test func anObserverOfWillSaveMaySave() throws {
    var calls = 0
    try observing(ModelContext.willSave) {
      calls += 1
      context.insert(Note(title: "b"))
      #expect(throws: Never.self) { try context.save() }
    } _: {
      try context.save(note: "a")
    }
    #expect(calls == 1)
    #expect(try storedTitles() == ["a", "b"])
  }

  @Test func anObserverOfWillSaveMayRollBack() throws {
    try observing(ModelContext.willSave) {
      context.rollback()
    } _: {
      try context.save(note: "a")
    }
    #expect(try storedTitles() == [])
    try context.save(note: "b")
    #expect(try storedTitles() == ["b"])
  }

  @Test func anObserverOfDidSaveMaySave() throws {
    var calls = 0
    try observing(ModelContext.didSave) {
      calls += 1
      guard calls == 1 else { return }
      context.insert(Note(title: "b"))
      #expect(throws: Never.self) { try context.save() }
    } _: {
      try context.save(note: "a")
    }
    #expect(calls == 2)
    #expect(try storedTitles() == ["a", "b"])
  }

  private func observing(_ name: Notification.Name, _ handler: @escaping () -> Void, _ body: () throws -> Void) rethrows
  {
    // Sound: notifications are posted on the thread that saves, which is this one.
    nonisolated(unsafe) let handler = handler
    let observer = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { _ in handler() }
    defer { NotificationCenter.default.removeObserver(observer) }
    try body()
  }
}
