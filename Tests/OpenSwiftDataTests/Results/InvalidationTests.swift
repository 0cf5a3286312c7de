import Foundation
import Observation
import Synchronization
import Testing

@testable import OpenSwiftData

/// The complaint: an observer re-runs on any save of any entity, on the main thread, loading everything.
@Suite("An observer does not re-run on any save of any entity")
@MainActor
struct InvalidationTests {
  let container: ModelContainer
  let recorder = StatementRecorder()

  init() throws {
    container = try memoryContainer(Note.self, TitledEntry.self)
    try recorder.attach(to: container.store)
  }

  private func insert(_ notes: [Note]) throws {
    let context = ModelContext(container)
    for note in notes { context.insert(note) }
    try context.save()
  }

  private func notes(_ dates: Range<Int>) -> [Note] {
    dates.map { Note(title: "\($0)", date: Date(timeIntervalSinceReferenceDate: Double($0))) }
  }

  private func changeAll(_ body: (Note) -> Void) throws {
    let context = ModelContext(container)
    for note in try context.fetch(FetchDescriptor<Note>()) { body(note) }
    try context.save()
  }

  private var historyReadings: Int { recorder.count { $0.contains("JOIN openswiftdata_change") } }

  private var lookUps: Int { recorder.count { $0.hasPrefix("SELECT t0.\"date\", t0.id FROM") } }

  private func isWholeReading(_ sql: String) -> Bool {
    sql.hasPrefix("SELECT id FROM \"Note\"") && !sql.contains("WHERE")
  }

  @Test func savesOfOtherEntitiesAndPropertiesWakeNobodyAndRunNoSQL() async throws {
    try insert(notes(0..<10))
    let observer = try ResultsObserver<Note, String>(
      filterBy: #Predicate { $0.count < 100 }, sortBy: [SortDescriptor(\.date)], sectionBy: \.subtitle,
      modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    let deliveries = DeliveryCount(observer)
    recorder.clear()
    for _ in 0..<10 {
      let context = ModelContext(container)
      context.insert(TitledEntry())
      try context.save()
      try changeAll { $0.title += "!" }
      try changeAll { $0.weight = ($0.weight ?? 0) + 1 }
    }
    #expect(historyReadings == 0)
    try changeAll { $0.count = 200 }
    try await waitUntil("what matters arrives") { observer.results.isEmpty }
    #expect(deliveries.count == 1)
    #expect(historyReadings == 1)
  }

  @Test func aSortedPropertyThatChangesWithoutMovingARowTellsNobody() async throws {
    try insert(notes(0..<10))
    let observer = try ResultsObserver<Note, Never>(
      sortBy: [SortDescriptor(\.date)], modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    let deliveries = DeliveryCount(observer)
    try changeAll { $0.date += 0.25 }
    try insert(notes(20..<21))
    try await waitUntil("the new row is there") { observer.results.count == 11 }
    #expect(deliveries.count == 1)
  }

  @Test func mainContextOnlyLooksRowsUpByKey() async throws {
    try insert(notes(0..<3_000))
    let main = container.mainContext
    let reads = StatementRecorder()
    try main.connection.read { reads.attach(to: $0) }
    let observer = try ResultsObserver<Note, String>(
      filterBy: #Predicate { $0.words.isEmpty }, sortBy: [SortDescriptor(\.title, comparator: .lexical)],
      sectionBy: \.subtitle,
      modelContext: main)
    try await waitUntil("the result is read") { observer.results.count == 3_000 }
    #expect(observer.results[1_500].title == "2348")
    try insert(notes(3_000..<3_100))
    try await waitUntil("the new rows are there") { observer.sections?.first?.count == 3_100 }
    #expect(observer.sections?.first?.last?.title == "999")
    let others = reads.statements.filter {
      !["BEGIN DEFERRED", "COMMIT"].contains($0) && !$0.hasSuffix("WHERE id = ?")
        && !$0.hasSuffix("WHERE id IN (SELECT value FROM json_each(?))")
    }
    #expect(others == [])
    #expect(reads.statements.count < 300)
  }

  @Test func rowsAppendedInBulkNeedAFewLookUps() async throws {
    try insert(notes(0..<4_000))
    let observer = try ResultsObserver<Note, Never>(
      sortBy: [SortDescriptor(\.date)], modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    recorder.clear()
    try insert(notes(4_000..<5_000))
    try await waitUntil("the new rows are there") { observer.results.count == 5_000 }
    #expect(recorder.count(where: isWholeReading) == 0)
    #expect(lookUps > 0 && lookUps <= 40)
    #expect(observer.results.last?.title == "4999")
  }

  @Test func oneRowAmongManyIsMovedByLookUp() async throws {
    try insert(notes(0..<4_000))
    let observer = try ResultsObserver<Note, Never>(
      sortBy: [SortDescriptor(\.date)], modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    let id = observer.results.identifier(at: 17)
    recorder.clear()
    try await NoteHandler(modelContainer: container).redate(id, to: Date(timeIntervalSinceReferenceDate: 2_000.5))
    try await waitUntil("the row is at its new place") { observer.results.position(of: id) == 2_000 }
    #expect(recorder.count(where: isWholeReading) == 0)
    #expect(lookUps > 0 && lookUps <= 13)
  }

  @Test func aPageIsRefilledWithoutReadingUntilItsReserveIsUsedUp() async throws {
    try insert(notes(0..<1_000))
    var descriptor = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.date)])
    (descriptor.fetchOffset, descriptor.fetchLimit) = (5, 10)
    let observer = try ResultsObserver<Note, Never>(fetchDescriptor: descriptor, modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    #expect(observer.results.map(\.title) == (5..<15).map(String.init))
    recorder.clear()
    let handler = NoteHandler(modelContainer: container)
    for step in 1...100 {
      try await handler.delete(observer.results.identifier(at: 0))
      try await waitUntil("the next row moves up") { observer.results.last?.title == "\(14 + step)" }
    }
    #expect(recorder.count { $0.contains("LIMIT") } == 0)
    for step in 101...200 {
      try await handler.delete(observer.results.identifier(at: 0))
      try await waitUntil("the next row moves up") { observer.results.last?.title == "\(14 + step)" }
    }
    #expect(recorder.count { $0.contains("LIMIT") } == 1)
  }

  @Test func aRowOfAnotherEntityThatDecidesIsFollowed() async throws {
    let container = try memoryContainer(Folder.self, Sheet.self, Padlock.self, Label.self, Cover.self)
    let writer = ModelContext(container)
    let folder = Folder("old")
    let sheet = Sheet("sheet")
    sheet.folder = folder
    writer.insert(sheet)
    try writer.save()
    let observer = try ResultsObserver<Sheet, Never>(
      filterBy: #Predicate { $0.folder?.name == "new" }, modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    #expect(observer.results.isEmpty)
    folder.name = "new"
    try writer.save()
    try await waitUntil("the sheet is there") { observer.results.map(\.title) == ["sheet"] }
  }

  @Test func onlyChangedRowsAreEvaluatedInMemory() async throws {
    try insert(notes(0..<500))
    let observer = try ResultsObserver<Note, Never>(
      filterBy: #Predicate { $0.words.isEmpty }, sortBy: [SortDescriptor(\.date)], modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    recorder.clear()
    let context = ModelContext(container)
    let note = try #require(try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == "7" })).first)
    note.words = ["x"]
    try context.save()
    try await waitUntil("the row goes") { observer.results.count == 499 }
    #expect(recorder.count { $0.contains("NOT INDEXED") } == 1)
    #expect(recorder.count { $0.contains("FROM \"Note\"") && $0.contains("ORDER BY") && !$0.contains("INDEXED") } == 1)
  }
}

/// Counts how often an observer tells of news, by observing it anew each time.
@MainActor
private final class DeliveryCount {
  private(set) var count = 0
  private let access: @MainActor () -> Void

  init<Title>(_ observer: ResultsObserver<Note, Title>) {
    access = { _ = (observer.results, observer.sections) }
    track()
  }

  private func track() {
    withObservationTracking {
      access()
    } onChange: {
      // Sound: this observer belongs to the main actor, and tells of news there.
      MainActor.assumeIsolated { self.fired() }
    }
  }

  /// Tracks anew in a turn of its own: the change is only about to happen.
  private func fired() {
    count += 1
    Task { track() }
  }
}
