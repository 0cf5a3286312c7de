import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Changes that wait to be merged")
struct UnmergedCommitsTests {
  private let entity = EntityIdentity(store: "waiting", entity: "Note")

  private func update(of key: Int64) -> ModelChanges {
    var changes = ModelChanges()
    changes.append(.update, entity, key, properties: ["title"])
    return changes
  }

  @Test func areKeptApartUpToALimit() {
    var waiting = UnmergedCommits()
    for key in 1...Int64(UnmergedCommits.limit) { waiting.append(update(of: key)) }
    #expect(waiting.all.count == UnmergedCommits.limit)
    for key in 1...10 { waiting.append(update(of: Int64(key))) }
    #expect(waiting.all.map(\.isEverything) == [true])
  }

  @Test func putBackStayInOrderAndBounded() {
    var waiting = UnmergedCommits()
    waiting.append(update(of: 2))
    waiting.putBack([update(of: 1)])
    #expect(waiting.all.flatMap(\.runs).map(\.keys.lowerBound) == [1, 2])
    waiting.putBack([.everything])
    #expect(waiting.all.map(\.isEverything) == [true])
  }

  /// A context that somebody keeps and does not use.
  @Test func ofAnIdleContextAreMergedHoweverManyTheyAre() throws {
    let container = try memoryContainer(Note.self)
    let context = ModelContext(container)
    let (kept, doomed) = (try context.save(note: "before"), try context.save(note: "doomed"))
    let writer = ModelContext(container)
    for number in 0...UnmergedCommits.limit {
      container.store.hub.publish(update(of: Int64(number + 100)), from: writer.subscription)
    }
    let notes = try writer.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.persistentModelID)]))
    let unsaved = Note(title: "unsaved")
    context.insert(unsaved)
    _ = unsaved.persistentModelID
    notes[0].title = "after"
    writer.delete(notes[1])
    try writer.save()
    #expect(kept.title == "after")
    #expect(doomed.isDeleted)
    #expect(!unsaved.isDeleted)
    try context.save()
    #expect(try writer.fetchCount(FetchDescriptor<Note>()) == 2)
  }

  /// As the portions of an import change the same tags, over and over again.
  @Test func readARowOnceHoweverManyChangedIt() throws {
    let store = try TemporaryStore()
    let container = try store.container(Note.self)
    let context = ModelContext(container)
    let kept = try context.save(note: "before")
    let writer = ModelContext(container)
    let recorder = StatementRecorder()
    try recorder.attach(to: container.store)
    try writer.exclusiveTransaction {
      for number in 1...20 {
        try #require(writer.fetch(FetchDescriptor<Note>()).first).title = "after \(number)"
        writer.insert(Note(title: "other \(number)"))
        try writer.save()
      }
    }
    recorder.clear()
    context.processPendingChanges()
    #expect(kept.title == "after 20")
    #expect(recorder.count { $0.contains("SELECT") && $0.contains("\"Note\"") } == 1, "\(recorder.statements)")
  }

  /// Names of foreign rows would stay in memory for ever.
  @Test func ofUnknownEntitiesAreNotInterned() throws {
    let store = try TemporaryStore()
    let container = try store.container(Note.self)
    try SQLiteProgram.run(
      """
      insert into openswiftdata_transaction(timestamp, writer) values(0, 1);
      insert into openswiftdata_change values(last_insert_rowid(), 'Stranger', 1, 1, 1, 'title');
      """, on: store.url)
    let history = container.store.history
    let reading = try container.store.read { try history.changes(after: 0, skippingOwn: false, on: $0) }
    #expect(reading.token == 1)
    #expect(reading.changes.isEmpty)
  }
}
