import DocketLocking
import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Contexts of a migration")
struct MigrationContextTests {
  let store: TemporaryStore

  init() throws {
    store = try TemporaryStore()
    try store.fill(People1.self) { context in
      for number in 1...3 { context.insert(People1.Person("First\(number) Last\(number)")) }
    }
  }

  /// Keeps what a stage does and sees, for the tests of this suite.
  private final class Notes: Sendable {
    let texts = Lock<[String]>([])
    // Sound: written by the stage, read after it, on one thread.
    nonisolated(unsafe) var contexts: [ModelContext] = []

    func add(_ text: String) { texts.withLock { $0.append(text) } }
  }

  private static let notes = TaskLocal<Notes>(wrappedValue: Notes())

  private enum WatchingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [People1.self, People2.self] }
    static var stages: [MigrationStage] {
      let notes = MigrationContextTests.notes.get()
      return [
        .custom(fromVersion: People1.self, toVersion: People2.self) { old, new in
          notes.contexts = [old, new]
          notes.add("placeholders \(try new.fetch(FetchDescriptor<People2.Person>()).map(\.first))")
          for (number, person) in try new.fetch(FetchDescriptor<People2.Person>()).enumerated() {
            (person.first, person.address) = ("new", "address \(number)")
          }
          try new.save()
          notes.add("old \(try old.fetch(FetchDescriptor<People1.Person>()).map(\.name).sorted().first ?? "")")
          let others = ModelContext(new.container)
          let person = try #require(
            new.fetch(FetchDescriptor<People2.Person>(sortBy: [SortDescriptor(\.address)])).last)
          person.first = "gone"
          new.insert(People2.Person(first: "a", last: "b"))
          others.delete(try #require(others.model(for: person.persistentModelID) as? People2.Person))
          try others.save()
          #expect(throws: SwiftDataError.rowGone) { try new.save() }
          new.rollback()
          notes.add("after a failed save \(try new.fetchCount(FetchDescriptor<People2.Person>()))")
          old.insert(People1.Person("not to be written"))
          #expect(throws: SwiftDataError.savingNotAllowed) { try old.save() }
        }
      ]
    }
  }

  @Test func theOldRowsStayReadableAfterTheNewOnesWereSaved() throws {
    let notes = Notes()
    let container = try Self.notes.withValue(notes) { try store.open(People2.self, plan: WatchingPlan.self) }
    let texts = notes.texts.withLock { $0 }
    #expect(texts.first == "placeholders [\"\", \"\", \"\"]")
    #expect(texts.contains("old First1 Last1"))
    #expect(texts.last == "after a failed save 2")
    let people = try ModelContext(container).fetch(FetchDescriptor<People2.Person>(sortBy: [SortDescriptor(\.address)]))
    #expect(people.map(\.address) == ["address 0", "address 1"])
  }

  @Test func aContextKeptLongerThanTheMigrationIsOfNoUse() throws {
    let notes = Notes()
    _ = try Self.notes.withValue(notes) { try store.open(People2.self, plan: WatchingPlan.self) }
    #expect { try notes.contexts[1].fetchCount(FetchDescriptor<People2.Person>()) } throws: {
      ($0 as? SwiftDataError)?.explanation.contains("migration, which is over") == true
    }
    #expect { try notes.contexts[0].fetch(FetchDescriptor<People1.Person>()) } throws: { $0 is SwiftDataError }
  }
}
