import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Fetching and enumerating in batches")
struct BatchTests {
  let container: ModelContainer
  let context: ModelContext
  private let byCount = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.count)])

  init() throws {
    container = try memoryContainer(Note.self)
    context = ModelContext(container)
    for count in 0..<100 {
      let note = Note(title: "\(count)")
      note.count = count
      context.insert(note)
    }
    try context.save()
  }

  private var inMemory: Int {
    guard let table = try? container.store.table(for: Note.self) else { return -1 }
    return context.identityMap.models(table.identity, in: 1...Int64.max).count
  }

  @Test func readsOneBatchWhenAModelIsTouched() throws {
    let results = try context.fetch(byCount, batchSize: 8)
    #expect(results.count == 100)
    #expect(inMemory == 0)
    #expect(results[50].count == 50)
    #expect(inMemory == 8)
    #expect(results.map(\.count) == Array(0..<100))
  }

  @Test func readsEverythingAtOnceWithoutABatchSize() throws {
    let results = try context.fetch(byCount, batchSize: 0)
    #expect(results[99].count == 99)
    #expect(inMemory == 100)
  }

  @Test func theIdentifiersOfAResultAreAValueForAnyTask() async throws {
    let results = try context.fetch(byCount, batchSize: 8)
    let identifiers = results.identifiers
    let found = await Task.detached { (Array(identifiers), identifiers.position(of: identifiers[40])) }.value
    #expect(found.0 == (try context.fetchIdentifiers(byCount)) && found.1 == 40)
    #expect(inMemory == 0)
  }

  @Test func identifiersNeedNoModels() throws {
    let identifiers: FetchResultsCollection<PersistentIdentifier> = try context.fetchIdentifiers(byCount, batchSize: 8)
    #expect(Array(identifiers) == (try context.fetchIdentifiers(byCount)))
    #expect(inMemory == 0)
    #expect(identifiers.position(of: identifiers[7]) == 7)
  }

  @Test func unsavedChangesTakePart() throws {
    let new = Note(title: "new")
    new.count = -1
    context.insert(new)
    let gone = try #require(try context.fetch(byCount)[1] as Note?)
    context.delete(gone)
    let results = try context.fetch(byCount, batchSize: 8)
    #expect(results[0].count == -1)
    #expect(results.count == 100)
    #expect(results[0] === new)
    #expect(try context.fetchIdentifiers(byCount, batchSize: 8).first == new.persistentModelID)
    let identifier = results.identifier(at: 0)
    try context.save()
    #expect(identifier == new.persistentModelID)
    #expect(results.model(for: identifier) === new)
  }

  @Test func limitAndOffsetHold() throws {
    var page = byCount
    (page.fetchOffset, page.fetchLimit) = (95, 10)
    #expect(try context.fetch(page, batchSize: 2).map(\.count) == [95, 96, 97, 98, 99])
    #expect(try context.fetchCount(page) == 5)
    (page.fetchOffset, page.fetchLimit) = (10, 20)
    #expect(try context.fetchCount(page) == 20)
    context.insert(Note(title: "pending"))
    #expect(try context.fetchCount(page) == 20)
  }

  @Test func aModelWhoseRowIsGoneSaysSo() throws {
    let results = try context.fetch(byCount, batchSize: 8)
    let other = ModelContext(container)
    for note in try other.fetch(byCount) { other.delete(note) }
    try other.save()
    #expect(results[3].isDeleted)
  }

  @Test func visitsEveryModelInOrderOneBatchAtATime() throws {
    var seen: [Int] = []
    var most = 0
    try context.enumerate(byCount, batchSize: 7) { note in
      seen.append(note.count)
      most = max(most, inMemory)
    }
    #expect(seen == Array(0..<100))
    #expect(most == 7)
  }

  @Test func unsavedChangesMayNotEscapeUnlessAllowed() throws {
    #expect(throws: SwiftDataError.escapingMutation) {
      try context.enumerate(byCount, batchSize: 10) { $0.title += "!" }
    }
    #expect(context.changedModelsArray.count == 10)
    context.rollback()
    try context.enumerate(byCount, batchSize: 10, allowEscapingMutations: true) { $0.title += "!" }
    #expect(context.changedModelsArray.count == 100)
  }

  @Test func savingInTheBlockLeavesNothingBehind() throws {
    try context.enumerate(byCount, batchSize: 10) { note in
      note.title += "!"
      try context.save()
    }
    #expect(try context.fetchCount(FetchDescriptor<Note>(predicate: #Predicate { $0.title.contains("!") })) == 100)
  }

  @Test func changesMadeBeforeAreNoneOfTheEnumeration() throws {
    context.insert(Note(title: "pending"))
    var count = 0
    try context.enumerate(FetchDescriptor<Note>()) { _ in count += 1 }
    #expect(count == 101)
  }

  @Test func whatTheBlockThrowsEndsIt() throws {
    struct Enough: Error {}
    var count = 0
    #expect(throws: Enough.self) {
      try context.enumerate(byCount) { _ in
        count += 1
        if count == 3 { throw Enough() }
      }
    }
    #expect(count == 3)
  }
}
