import DocketLocking
import Foundation
import Observation
import OpenSwiftData
import Testing

@Suite("Transactions that hold the write lock from their beginning")
struct ExclusiveTransactionTests {
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

  @Test func whatIsReadHoldsUntilItIsWritten() async throws {
    try context.save(note: "0")
    let container = container
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            let context = ModelContext(container)
            #expect(throws: Never.self) {
              try context.exclusiveTransaction {
                let note = try #require(try context.fetch(FetchDescriptor<Note>()).first)
                note.title = "\((Int(note.title) ?? 0) + 1)"
              }
            }
          }
        }
      }
    }
    #expect(try storedTitles() == ["400"])
  }

  @Test func aSaveInsideGivesKeysAndIsSeenByNobodyBeforeTheCommit() throws {
    let other = ModelContext(container)
    let identifier = try context.exclusiveTransaction {
      let note = Note(title: "a")
      context.insert(note)
      try context.save()
      #expect(note.persistentModelID.primaryKey == 1)
      #expect(try context.fetchCount(FetchDescriptor<Note>()) == 1)
      #expect(try other.fetchCount(FetchDescriptor<Note>()) == 0)
      note.title = "b"
      return note.persistentModelID
    }
    #expect(try other.fetch(FetchDescriptor<Note>()).map(\.title) == ["b"])
    #expect(identifier.primaryKey == 1)
  }

  @Test func whatThrowsLeavesNothingBehindEvenIfItWasSavedInside() throws {
    let kept = try context.save(note: "kept")
    let lost = Note(title: "lost")
    #expect(throws: Refusal.self) {
      try context.exclusiveTransaction {
        kept.title = "changed"
        context.insert(lost)
        try context.save()
        throw Refusal()
      }
    }
    #expect(kept.title == "kept" && lost.isDeleted && !context.hasChanges)
    #expect(try storedTitles() == ["kept"])
    try context.save(note: "next")
    #expect(try storedTitles() == ["kept", "next"])
  }

  @Test func aSaveThatFailsInsideFailsTheWholeEvenIfSomebodyCaughtIt() throws {
    let kept = try context.save(note: "kept")
    var caught = 0
    #expect(throws: SwiftDataError.uniqueConstraint) {
      try context.exclusiveTransaction {
        try context.save(note: "first")
        context.insert(Note(title: "twin"), as: kept.persistentModelID)
        do { try context.save() } catch { caught += 1 }
        context.rollback()
        do { try context.save(note: "after it") } catch { caught += 1 }
      }
    }
    #expect(caught == 2)
    #expect(try storedTitles() == ["kept"])
    try context.save(note: "next")
    #expect(try storedTitles() == ["kept", "next"])
  }

  @Test func oneInsideOfAnotherIsAPartOfIt() throws {
    #expect(throws: Refusal.self) {
      try context.exclusiveTransaction {
        try? context.exclusiveTransaction {
          context.insert(Note(title: "a"))
          throw Refusal()
        }
      }
    }
    #expect(try storedTitles() == [])
    let answer = try context.exclusiveTransaction {
      try context.exclusiveTransaction {
        context.insert(Note(title: "b"))
        return 7
      }
    }
    #expect(answer == 7)
    #expect(try storedTitles() == ["b"])
  }

  @Test func otherContextsLearnOfEverySaveOfIt() throws {
    let other = ModelContext(container)
    let note = try context.save(note: "a")
    let seen = try #require(try other.fetch(FetchDescriptor<Note>()).first)
    try context.exclusiveTransaction {
      note.title = "b"
      try context.save()
      context.insert(Note(title: "c"))
    }
    #expect(seen.title == "b")
  }

  @Test func itIsOneTransactionOfTheHistoryHoweverOftenItSaves() throws {
    let note = try context.save(note: "a")
    let token = try #require(try context.transactions().last?.token)
    try context.exclusiveTransaction {
      note.title = "b"
      try context.save()
      context.insert(Note(title: "c"))
    }
    let transactions = try context.transactions(after: token)
    #expect(transactions.map(\.changes.count) == [2])
  }

  @Test func aRowComesBackUnderItsKey() throws {
    let note = try context.save(note: "first")
    try context.save(note: "second")
    let identifier = note.persistentModelID
    context.delete(note)
    try context.save()
    let again = Note(title: "again")
    context.insert(again, as: identifier)
    try context.save()
    #expect(again.persistentModelID == identifier)
    let other = ModelContext(container)
    let found: Note? = try other.fetchModel(for: identifier)
    #expect(found?.title == "again")
    #expect(try context.save(note: "third").persistentModelID.primaryKey == 3)
  }

  @Test func afterTheLargestKeyThereIsNoOther() throws {
    context.insert(Note(title: "last"), as: try container.identifier(of: Note.self, primaryKey: .max))
    try context.save()
    context.insert(Note(title: "one more"))
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.kind == .full)
    context.rollback()
    #expect(try storedTitles() == ["last"])
  }

  @Test func aRowThatIsThereIsNotReplaced() throws {
    let note = try context.save(note: "here")
    context.insert(Note(title: "twin"), as: note.persistentModelID)
    #expect(throws: SwiftDataError.uniqueConstraint) { try context.save() }
    context.rollback()
    #expect(try storedTitles() == ["here"])
  }

  @Test func identifiersOfRowsThatWereTakenBackStandForNoOtherRow() throws {
    let lost = Note(title: "lost")
    let identifier = lost.persistentModelID
    #expect(throws: Refusal.self) {
      try context.exclusiveTransaction {
        context.insert(lost)
        try context.save()
        throw Refusal()
      }
    }
    let next = try context.save(note: "next")
    #expect(next.persistentModelID != identifier)
    #expect(identifier.primaryKey == nil)
  }

  /// The lock is free again while observers are told of what is taken back.
  @Test func modelsThatWereTakenBackNeverBecomeTheRowsOfThoseWhoWriteNext() throws {
    let kept = try context.save(note: "kept")
    let lost = Note(title: "lost")
    let identifier = lost.persistentModelID
    let next = Lock<PersistentIdentifier?>(nil)
    let standsForNone = Lock(false)
    #expect(throws: Refusal.self) {
      try context.exclusiveTransaction {
        context.insert(lost)
        try context.save()
        kept.title = "changed"
        withObservationTracking {
          _ = kept.title
        } onChange: { [container] in
          standsForNone.withLock { $0 = identifier.primaryKey == nil }
          let theirs = try? ModelContext(container).save(note: "theirs").persistentModelID
          next.withLock { $0 = theirs }
        }
        throw Refusal()
      }
    }
    let theirs = try #require(next.withLock { $0 })
    #expect(theirs.primaryKey == 2, "the key of the lost row is to be used again")
    #expect(standsForNone.withLock { $0 })
    #expect(identifier != theirs)
    #expect(lost.isDeleted)
    #expect(lost.title == "lost")
    let found: Note? = try context.fetchModel(for: theirs)
    #expect(found !== lost)
    #expect(found?.title == "theirs")
    #expect(kept.title == "kept" && !context.hasChanges)
  }

  /// What the transaction deleted and inserted again under its key was a row before.
  @Test func aRowThatWasDeletedAndPutBackInsideIsWhatItWas() throws {
    let first = try context.save(note: "first")
    let identifier = first.persistentModelID
    let again = Note(title: "again")
    #expect(throws: Refusal.self) {
      try context.exclusiveTransaction {
        context.delete(first)
        try context.save()
        context.insert(again, as: identifier)
        try context.save()
        throw Refusal()
      }
    }
    #expect(!again.isDeleted && again.title == "first")
    #expect(try context.fetch(FetchDescriptor<Note>()).map(\.title) == ["first"])
  }
}
