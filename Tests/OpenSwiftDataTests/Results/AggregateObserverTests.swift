import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Aggregates are followed live")
@MainActor
struct AggregateObserverTests {
  let container: ModelContainer
  let recorder = StatementRecorder()

  init() throws {
    container = try memoryContainer(Note.self, TitledEntry.self)
    try recorder.attach(to: container.store)
  }

  private var computations: Int { recorder.count { $0.contains("sum(") } }

  private func save(_ body: (ModelContext) throws -> Void) throws {
    let context = ModelContext(container)
    try body(context)
    try context.save()
  }

  @Test func theValueFollowsWhatTouchesIt() async throws {
    let observer = try AggregateObserver(
      .sum(\Note.count), where: #Predicate<Note> { $0.title != "" }, modelContext: container.mainContext)
    try await waitUntil("the first value is there") { observer.value == 0 }
    try save { context in
      for count in 1...4 {
        let note = Note(title: "\(count)")
        note.count = count
        context.insert(note)
      }
    }
    try await waitUntil("the sum follows") { observer.value == 10 }
    let before = computations
    for _ in 0..<5 {
      try save { $0.insert(TitledEntry()) }
      try save { context in
        for note in try context.fetch(FetchDescriptor<Note>()) { note.weight = (note.weight ?? 0) + 1 }
      }
    }
    try save { context in
      for note in try context.fetch(FetchDescriptor<Note>()) where note.count == 4 { note.count = 40 }
    }
    try await waitUntil("the sum follows") { observer.value == 46 }
    #expect(computations == before + 1)
  }

  @Test func groupsAreFollowedToo() async throws {
    let observer = try AggregateObserver(GroupedAggregate(by: \Note.title, .count), modelContext: container.mainContext)
    try await waitUntil("the first value is there") { observer.value?.isEmpty == true }
    let handler = NoteHandler(modelContainer: container)
    for title in ["a", "b", "a"] { try await handler.add(title) }
    try await waitUntil("the groups follow") {
      observer.value?.map(\.key) == ["a", "b"] && observer.value?.map(\.values) == [2, 1]
    }
  }

  @Test func anErrorIsReportedAndGoesAway() async throws {
    let observer = try AggregateObserver(.sum(\Note.count), modelContext: container.mainContext)
    try save { context in
      for count in [Int.max, 1] {
        let note = Note(title: "")
        note.count = count
        context.insert(note)
      }
    }
    try await waitUntil("the sum is too large") {
      observer.fetchError.map { SwiftDataError.arithmeticOverflow ~= $0 } == true
    }
    try save { context in
      for note in try context.fetch(FetchDescriptor<Note>()) where note.count == 1 { context.delete(note) }
    }
    try await waitUntil("the sum fits again") { observer.value == .max && observer.fetchError == nil }
  }
}

// MARK: - Counts by relationship

@Suite("How many models lead to each one at the other end of a relationship")
@MainActor struct RelatedCountTests {
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    container = try memoryContainer(Folder.self, Sheet.self, Label.self, Cover.self, Padlock.self)
    context = container.mainContext
    let (folders, labels) = ([Folder("a"), Folder("b")], [Label("x"), Label("y"), Label("z")])
    for number in 0..<6 {
      let sheet = Sheet("\(number)")
      context.insert(sheet)
      sheet.folder = number == 5 ? nil : folders[number % 2]
      sheet.labels = Array(labels.prefix(number % 3))
    }
    labels.forEach(context.insert)
    try context.save()
  }

  private func named(_ counts: [PersistentIdentifier: Int]) throws -> [String: Int] {
    try Dictionary(
      uniqueKeysWithValues: counts.map { identifier, count in
        let (folder, label): (Folder?, Label?) = try (
          context.fetchModel(for: identifier), context.fetchModel(for: identifier)
        )
        return (folder?.name ?? label?.name ?? "", count)
      })
  }

  @Test func ofToOneAndManyToManyRelationships() throws {
    #expect(try named(context.fetchCounts(by: \Sheet.folder)) == ["a": 3, "b": 2])
    #expect(try named(context.fetchCounts(by: \Sheet.labels)) == ["x": 4, "y": 2])
    #expect(try context.fetchCounts(by: \Label.sheets).values.sorted() == [1, 1, 2, 2])
  }

  @Test func onlyRowsThatMatchCount() throws {
    let isLate = #Predicate<Sheet> { $0.title >= "2" }
    #expect(try named(context.fetchCounts(by: \Sheet.folder, where: isLate)) == ["a": 2, "b": 1])
    #expect(try named(context.fetchCounts(by: \Sheet.labels, where: isLate)) == ["x": 3, "y": 2])
  }

  /// The index of the condition's column would lead to nearly all rows.
  @Test func ofFewRowsAreFoundByTheirRelationship() throws {
    let recorder = StatementRecorder()
    try recorder.attach(to: context.store)
    #expect(try context.fetchCounts(by: \Sheet.folder, where: #Predicate { $0.title >= "2" }).count == 2)
    let sql = try #require(recorder.statements.last { $0.hasPrefix("SELECT t0.id, t0.\"folder\"") })
    let plan = try context.store.read { connection in
      let statement = try connection.statement("EXPLAIN QUERY PLAN \(sql)")
      defer { statement.reset() }
      return try statement.step() ? statement.text(3) : ""
    }
    #expect(plan.contains("Sheet.folder"))
  }

  /// The table of pairs may be small, or empty, where the table of the rows is large.
  @Test func ofFewPairsAreFoundByThese() throws {
    let recorder = StatementRecorder()
    try recorder.attach(to: context.store)
    #expect(try context.fetchCounts(by: \Sheet.labels, where: #Predicate { $0.title >= "2" }).count == 2)
    let sql = try #require(recorder.statements.last { $0.hasPrefix("SELECT t0.id, pairs.") })
    let plan = try context.store.read { connection in
      let statement = try connection.statement("EXPLAIN QUERY PLAN \(sql)")
      defer { statement.reset() }
      return try statement.step() ? statement.text(3) : ""
    }
    #expect(plan.contains("pairs"))
  }

  @Test func aListThatLeadsBackToOneIsRefused() throws {
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.fetchCounts(by: \Folder.sheets) }
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.fetchCounts(by: \Sheet.title) }
  }

  @Test func areFollowedLive() async throws {
    let observer = try AggregateObserver(countsBy: \Sheet.labels, modelContext: context)
    try await waitUntil("the first counts") { try named(observer.value ?? [:]) == ["x": 4, "y": 2] }
    let other = ModelContext(container)
    let label = try #require(try other.fetch(FetchDescriptor<Label>(predicate: #Predicate { $0.name == "z" })).first)
    for sheet in try other.fetch(FetchDescriptor<Sheet>()) { sheet.labels.append(label) }
    try other.save()
    try await waitUntil("the new counts") { try named(observer.value ?? [:]) == ["x": 4, "y": 2, "z": 6] }
  }
}
