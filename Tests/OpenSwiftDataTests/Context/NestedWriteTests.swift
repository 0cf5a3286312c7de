import DocketLocking
import Foundation
import OpenSwiftData
import Testing

/// What writes to a store from inside of a write to the same store works, or is an error at once.
@Suite("A write inside of a write")
struct NestedWriteTests {
  private let store: TemporaryStore
  private let container: ModelContainer

  init() throws {
    store = try TemporaryStore()
    container = try store.container(Note.self, Receipt.self)
  }

  private func titles() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)])).map(\.title)
  }

  /// Runs the body inside of an exclusive transaction that inserts a note.
  ///
  /// - Returns: what the body threw.
  private func errorInside(
    _ what: Comment, _ body: @escaping @Sendable (ModelContext) throws -> Void
  ) throws -> (any Error)? {
    try HangDetector.run(what) { [container] in
      let context = ModelContext(container)
      return try context.exclusiveTransaction {
        context.insert(Note(title: "outer"))
        do {
          try body(context)
          return nil
        } catch {
          return error
        }
      }
    } ?? nil
  }

  @Test func ofAnotherContextIsRefusedAtOnceAndCanBeMadeAfterwards() throws {
    let late = Lock(0)
    let error = try HangDetector.run("another context's save") { [container] in
      let (context, other) = (ModelContext(container), ModelContext(container))
      other.insert(Note(title: "inner"))
      let error: (any Error)? = try context.exclusiveTransaction {
        context.insert(Note(title: "outer"))
        do {
          try other.save()
          return nil
        } catch {
          return error
        }
      }
      #expect(other.hasChanges)
      try other.save()
      late.withLock { $0 += 1 }
      return error
    }
    #expect(try SwiftDataError.nestedWrite ~= #require(error ?? nil))
    #expect(late.withLock { $0 } == 1)
    #expect(try titles() == ["inner", "outer"])
  }

  @Test func ofAnotherExclusiveTransactionIsRefusedAtOnce() throws {
    let error = try errorInside("an exclusive transaction in another one") { context in
      let other = ModelContext(context.container)
      try other.exclusiveTransaction { other.insert(Note(title: "inner")) }
    }
    #expect(try SwiftDataError.nestedWrite ~= #require(error))
    #expect(try titles() == ["outer"])
  }

  @Test func thatIsRefusedLosesNothingOfWhatItsContextHolds() throws {
    let error = try errorInside("an exclusive transaction of a context with changes") { context in
      let other = ModelContext(context.container)
      other.autosaveEnabled = false
      other.insert(Note(title: "inner"))
      defer { #expect(other.insertedModelsArray.count == 1) }
      try other.exclusiveTransaction {}
    }
    #expect(try SwiftDataError.nestedWrite ~= #require(error))
  }

  @Test func thatErasesTheStoreIsRefusedAtOnce() throws {
    try ModelContext(container).save(note: "before")
    let error = try errorInside("erasing") { try $0.container.erase() }
    #expect(try SwiftDataError.nestedWrite ~= #require(error))
    #expect(try titles() == ["before", "outer"])
    try container.erase()
    #expect(try titles() == [])
  }

  @Test func thatLooksForProblemsIsRefusedAtOnceOrAnswers() throws {
    let error = try errorInside("looking for problems") { context in
      let problems = try context.container.storeProblems()
      #expect(problems == [])
    }
    if let error { #expect(SwiftDataError.nestedWrite ~= error) }
    #expect(try container.storeProblems() == [])
  }

  @Test func copyingInsideTakesWhatIsCommitted() throws {
    let copy = try TemporaryStore()
    #expect(try errorInside("copying") { try $0.container.copyStore(to: copy.url) } == nil)
    #expect(try copy.sqlite("SELECT count(*) FROM Note") == "0")
  }

  @Test func ofAWillSaveObserverIsRefusedAtOnceAndTheSaveGoesOn() throws {
    let errors = Lock<[any Error]>([])
    let error = try errorInside("a willSave observer that saves") { context in
      let other = ModelContext(context.container)
      other.insert(Note(title: "of the observer"))
      // Sound: posted on the thread of the save, which is this one.
      nonisolated(unsafe) let saved = other
      let observer = NotificationCenter.default.addObserver(
        forName: ModelContext.willSave, object: context, queue: nil
      ) { _ in
        do { try saved.save() } catch { errors.withLock { $0.append(error) } }
      }
      defer { NotificationCenter.default.removeObserver(observer) }
      try context.save()
    }
    #expect(error == nil)
    #expect(errors.withLock { $0.map { SwiftDataError.nestedWrite ~= $0 } } == [true])
    #expect(try titles() == ["outer"])
  }

  @Test func ofAWillSaveObserverThatSavesTheSameContextDoesNothingMore() throws {
    let error = try errorInside("a willSave observer that saves its own context") { context in
      nonisolated(unsafe) let saved = context
      let failures = Lock(0)
      let observer = NotificationCenter.default.addObserver(
        forName: ModelContext.willSave, object: context, queue: nil
      ) { _ in
        do { try saved.save() } catch { failures.withLock { $0 += 1 } }
      }
      defer { NotificationCenter.default.removeObserver(observer) }
      try context.save()
      #expect(failures.withLock { $0 } == 0)
    }
    #expect(error == nil)
    #expect(try titles() == ["outer"])
  }

  @Test func ofADidSaveObserverWorks() throws {
    let failures = Lock(0)
    try HangDetector.run("a didSave observer that saves") { [container] in
      let (context, other) = (ModelContext(container), ModelContext(container))
      other.insert(Note(title: "of the observer"))
      nonisolated(unsafe) let saved = other
      let observer = NotificationCenter.default.addObserver(
        forName: ModelContext.didSave, object: context, queue: nil
      ) { _ in
        do { try saved.save() } catch { failures.withLock { $0 += 1 } }
      }
      defer { NotificationCenter.default.removeObserver(observer) }
      try context.exclusiveTransaction { context.insert(Note(title: "outer")) }
    }
    #expect(failures.withLock { $0 } == 0)
    #expect(try titles() == ["of the observer", "outer"])
  }

  // MARK: - History

  private func historyCount() throws -> Int { try ModelContext(container).transactions().count }

  @Test func thatDeletesTheHistoryIsAPartOfTheTransaction() throws {
    let context = ModelContext(container)
    for title in ["a", "b"] { try context.save(note: title) }
    let error = try errorInside("deleting the history") { context in
      try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      #expect(try context.transactions().isEmpty)
    }
    #expect(error == nil)
    #expect(try titles() == ["a", "b", "outer"])
    // That of the transaction itself came after it.
    #expect(try historyCount() == 1)
  }

  @Test func thatDeletesTheHistoryOfTheTransactionItselfLetsItGoOn() throws {
    let error = try errorInside("deleting the history") { context in
      try context.save()
      try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      context.insert(Note(title: "later"))
    }
    #expect(error == nil)
    #expect(try titles() == ["later", "outer"])
    #expect(try ModelContext(container).transactions().map(\.changes.count) == [1])
    #expect(try store.sqlite("PRAGMA foreign_key_check") == "")
  }

  @Test func thatDeletesTheHistoryIsTakenBackWithTheTransaction() throws {
    struct Refusal: Error {}
    try ModelContext(container).save(note: "a")
    try HangDetector.run("deleting the history") { [container] in
      let context = ModelContext(container)
      #expect(throws: Refusal.self) {
        try context.exclusiveTransaction {
          try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
          throw Refusal()
        }
      }
    }
    #expect(try historyCount() == 1)
  }

  @Test func thatDeletesTheHistoryThroughAnotherContextIsRefusedAtOnce() throws {
    try ModelContext(container).save(note: "a")
    let error = try errorInside("deleting the history through another context") { context in
      try ModelContext(context.container).deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    }
    #expect(try SwiftDataError.nestedWrite ~= #require(error))
    #expect(try historyCount() == 2)
  }

  // MARK: - A second container

  @Test func throughAnotherContainerOfTheSameFileIsRefusedAtOnce() throws {
    let second = try store.container(Note.self, Receipt.self)
    let error = try errorInside("a save through another container") { _ in
      let other = ModelContext(second)
      other.insert(Note(title: "inner"))
      try other.save()
    }
    #expect(try SwiftDataError.nestedWrite ~= #require(error))
    #expect(try titles() == ["outer"])
  }
}
