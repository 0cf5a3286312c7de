import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Fetching while many models wait for a save")
struct PendingFetchTests {
  private let context: ModelContext

  init() throws { context = ModelContext(try memoryContainer(Note.self, Folder.self)) }

  /// The usual import: what is not there yet is inserted.
  @Test func aFetchForEachInsertionLooksAtFewModels() throws {
    let looks = Looks()
    for number in 0..<1_000 {
      let title = "\(number % 500)"
      let found = try Looks.$current.withValue(looks) {
        try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.looked && $0.title == title }))
      }
      #expect(found.count == (number < 500 ? 0 : 1))
      guard found.isEmpty else { continue }
      let note = Note(title: "new")
      context.insert(note)
      note.title = title
    }
    // Without an index it is half a million.
    #expect(looks.count < 5_000)
  }

  /// The usual update: each row is fetched by a value and changed, and nothing is saved until the end.
  @Test(arguments: [false, true]) func aFetchForEachChangeLooksAtFewModels(changesTheKey: Bool) throws {
    let looks = Looks()
    for number in 0..<1_000 { context.insert(Note(title: "\(number)")) }
    try context.save()
    for number in 0..<1_000 {
      let title = "\(number)"
      let found = try Looks.$current.withValue(looks) {
        try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.looked && $0.title == title }))
      }
      #expect(found.count == 1)
      if changesTheKey { found.first?.title = "changed \(number)" } else { found.first?.count = number }
    }
    // Without an index it is half a million; what SQL can't say is asked of every row that has the title.
    #expect(looks.count < 5_000)
    try context.save()
    let counted = try context.fetchCount(FetchDescriptor<Note>(predicate: #Predicate { $0.count > 0 }))
    #expect(counted == (changesTheKey ? 0 : 999))
  }

  /// What others commit, and what is rolled back or undone, changes the values of changed models too.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func everyFetchFindsChangedModelsByTheValuesTheyHave(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
    for number in 0..<200 { context.insert(Note(title: "\(number % 20)")) }
    try context.save()
    context.undoManager = seed % 2 == 0 ? UndoManager() : nil
    let other = ModelContext(context.container)
    let notes = try context.fetch(FetchDescriptor<Note>())
    let others = try other.fetch(FetchDescriptor<Note>())
    for _ in 0..<600 {
      switch number(20) {
      case 0..<8: notes[number(200)].title = "\(number(20))"
      case 8..<15: notes[number(200)].count = number(5)
      case 15..<17:
        others[number(200)].title = "\(number(20))"
        try other.save()
      case 17: context.undoManager?.undo()
      case 18 where number(10) == 0: context.rollback()
      default: if number(10) == 0 { try context.save() }
      }
      let (title, count) = ("\(number(20))", number(5))
      let byTitle = try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title }))
      let byCount = try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.count == count }))
      #expect(Set(byTitle) == Set(notes.filter { $0.title == title }), "seed \(seed)")
      #expect(Set(byCount) == Set(notes.filter { $0.count == count }), "seed \(seed)")
    }
  }

  /// Neither a fetch of another type nor one of the same type that finds nothing goes through all that waits.
  @Test(arguments: [false, true]) func aFetchTakesAsLongAsIfNothingWaited(isOfTheSameType: Bool) throws {
    let fetch = {
      if isOfTheSameType {
        _ = try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == "none" }))
      } else {
        _ = try context.fetch(FetchDescriptor<Folder>(predicate: #Predicate { $0.name == "none" }))
      }
    }
    context.insert(Note(title: "the first"))
    let before = try Self.leastTime(of: fetch)
    for number in 0..<20_000 { context.insert(Note(title: "\(number)")) }
    let after = try Self.leastTime(of: fetch)
    #expect(after < 4 * before)
  }

  /// The nanoseconds of the calling thread, whatever runs beside it.
  private static func leastTime(of body: () throws -> Void) rethrows -> Int {
    func now() -> Int {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
    var least = Int.max
    for _ in 0..<20 {
      let start = now()
      try body()
      least = min(least, now() - start)
    }
    return least
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func everyFetchFindsWhatALookAtAllModelsFinds(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var notes: [Note] = []
    for step in 0..<600 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<5:
        let note = Note(title: "\(Int.random(in: 0..<20, using: &generator))")
        note.subtitle = Bool.random(using: &generator) ? nil : "\(Int.random(in: 0..<5, using: &generator))"
        context.insert(note)
        notes.append(note)
      case 5..<7:
        notes.randomElement(using: &generator)?.title = "\(Int.random(in: 0..<20, using: &generator))"
      case 7:
        notes.randomElement(using: &generator)?.subtitle = Bool.random(using: &generator) ? nil : "1"
      case 8 where !notes.isEmpty:
        context.delete(notes.remove(at: Int.random(in: notes.indices, using: &generator)))
      default:
        if step % 200 == 199 { try context.save() }
      }
      let title = "\(Int.random(in: 0..<20, using: &generator))"
      let subtitle: String? = Bool.random(using: &generator) ? nil : "1"
      #expect(try ids(#Predicate { $0.title == title }) == ids(notes) { $0.title == title }, "seed \(seed)")
      #expect(try ids(#Predicate { $0.subtitle == subtitle }) == ids(notes) { $0.subtitle == subtitle }, "seed \(seed)")
      #expect(
        try ids(#Predicate { $0.count == 0 && $0.subtitle == "1" && $0.title != title })
          == ids(notes) { $0.subtitle == "1" && $0.title != title }, "seed \(seed)")
    }
  }

  private func ids(_ predicate: Predicate<Note>) throws -> [ObjectIdentifier] {
    try context.fetch(FetchDescriptor(predicate: predicate)).map { ObjectIdentifier($0) }
  }

  /// In the order of insertion, which is that of the rows and of the models that have none yet.
  private func ids(_ notes: [Note], where condition: (Note) -> Bool) -> [ObjectIdentifier] {
    notes.filter(condition).map { ObjectIdentifier($0) }
  }

  @Test func textsThatAreEqualInSwiftAreFound() throws {
    for number in 0..<100 { context.insert(Note(title: "\(number)")) }
    context.insert(Note(title: "caf\u{65}\u{301}"))
    let title = "caf\u{E9}"
    #expect(try context.fetchCount(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })) == 1)
  }

  @Test func whatWaitsIsFoundByItsType() throws {
    for number in 0..<3 { context.insert(Note(title: "\(number)")) }
    #expect(!context.pending.hasModels(of: Folder.self))
    let note = try #require(try context.fetch(FetchDescriptor<Note>()).first)
    for other in try context.fetch(FetchDescriptor<Note>()).dropFirst() { context.delete(other) }
    #expect(context.pending.hasModels(of: Note.self))
    context.delete(note)
    #expect(!context.pending.hasModels(of: Note.self))
  }
}

/// Counts how often a model was looked at.
private final class Looks: @unchecked Sendable {
  // Sound: a test uses it on its one task.
  @TaskLocal static var current: Looks?

  var count = 0
}

extension Note {
  fileprivate var looked: Bool {
    Looks.current?.count += 1
    return true
  }
}
