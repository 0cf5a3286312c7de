import Foundation
import Observation
import OpenSwiftData
import Synchronization
import Testing

@Suite("Results are divided into sections")
@MainActor
struct SectionTests {
  let container: ModelContainer

  init() throws {
    container = try memoryContainer(Note.self)
  }

  private func add(_ title: String, subtitle: String? = nil, mood: Note.Mood = .calm) throws -> PersistentIdentifier {
    let context = ModelContext(container)
    let note = Note(title: title)
    (note.subtitle, note.mood) = (subtitle, mood)
    context.insert(note)
    try context.save()
    return note.persistentModelID
  }

  private func change(_ id: PersistentIdentifier, _ body: (Note) -> Void) throws {
    let context = ModelContext(container)
    if let note: Note = try context.fetchModel(for: id) { body(note) }
    try context.save()
  }

  private func contents<Title>(_ observer: ResultsObserver<Note, Title>) -> [[String]] {
    observer.sections?.map { $0.map(\.title) } ?? []
  }

  @Test func byATextInItsOrder() async throws {
    for (title, subtitle) in [("1", "pear"), ("2", "apple"), ("3", "pear")] { _ = try add(title, subtitle: subtitle) }
    let observer = try ResultsObserver<Note, String>(
      sortBy: [SortDescriptor(\.title, order: .reverse)], sectionBy: \.subtitle, modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    #expect(observer.sections?.sectionTitles == ["apple", "pear"])
    #expect(contents(observer) == [["2"], ["3", "1"]])
    let pears = observer.sections?[sectionTitle: "pear"]
    #expect(pears?.id == "pear")
    #expect(pears?.positionsInResults == 1..<3)
    #expect(observer.sections?[sectionTitle: "plum"] == nil)
    #expect(observer.sectionBy == \Note.subtitle)
  }

  @Test func anOrderThatBeginsWithTheSectionDecidesTheDirection() async throws {
    for title in ["a", "b", "c"] { _ = try add(title) }
    let observer = try ResultsObserver<Note, String>(
      sortBy: [SortDescriptor(\.title, order: .reverse)], sectionBy: \.title, modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    #expect(observer.sections?.sectionTitles == ["c", "b", "a"])
    #expect(observer.sections?[sectionTitle: "c"]?.count == 1)
  }

  @Test func noTextIsFiledWithTheEmptyOne() async throws {
    for (title, subtitle) in [("1", nil), ("2", ""), ("3", "x"), ("4", nil)] { _ = try add(title, subtitle: subtitle) }
    let observer = try ResultsObserver<Note, String>(sectionBy: \.subtitle, modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    #expect(observer.sections?.sectionTitles == ["", "x"])
    #expect(observer.sections?[sectionTitle: ""]?.count == 3)
  }

  @Test func titlesMayBeOfAnyType() async throws {
    _ = try add("1", mood: .calm)
    _ = try add("2", subtitle: "x", mood: .busy)
    let context = container.mainContext
    let byMood = try ResultsObserver<Note, Note.Mood>(sectionBy: \.mood, modelContext: context)
    let byText = try ResultsObserver<Note, String?>(sectionBy: \.subtitle, modelContext: context)
    try await waitUntil("the results are read") { byMood.isComplete && byText.isComplete }
    #expect(byMood.sections?.sectionTitles == [.busy, .calm])
    #expect(byText.sections?.sectionTitles == [nil, "x"])
    #expect(byText.sections?[sectionTitle: nil]?.map(\.title) == ["1"])
  }

  @Test func rowsMoveBetweenSections() async throws {
    let first = try add("1", subtitle: "a")
    let second = try add("2", subtitle: "b")
    let observer = try ResultsObserver<Note, String>(sectionBy: \.subtitle, modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    try change(first) { $0.subtitle = "c" }
    try await waitUntil("a section goes and one comes") { observer.sections?.sectionTitles == ["b", "c"] }
    try change(second) { $0.subtitle = "c" }
    try await waitUntil("both are in one") { contents(observer) == [["1", "2"]] }
    try change(second) { $0.modelContext?.delete($0) }
    try await waitUntil("one is left") { contents(observer) == [["1"]] }
    try change(first) { $0.modelContext?.delete($0) }
    try await waitUntil("nothing is left") { observer.sections?.isEmpty == true }
  }

  @Test func aChangeOfTheSectionAloneIsToldToObservers() async throws {
    let id = try add("1", subtitle: "a")
    let observer = try ResultsObserver<Note, String>(sectionBy: \.subtitle, modelContext: container.mainContext)
    try await waitUntil("the result is read") { observer.isComplete }
    let fired = Atomic<Bool>(false)
    withObservationTracking {
      _ = observer.sections?.count
    } onChange: {
      fired.store(true, ordering: .relaxed)
    }
    try change(id) { $0.subtitle = "b" }
    try await waitUntil("the observer is told") { fired.load(ordering: .relaxed) }
  }

  @Test func aKeyPathThatIsNoStoredAttributeIsRefused() throws {
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      _ = try ResultsObserver<Note, Int>(sectionBy: \.scratch, modelContext: container.mainContext)
    }
  }
}
