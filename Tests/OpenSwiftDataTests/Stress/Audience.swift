import Observation
import OpenSwiftData
import Testing

/// Everybody who observes a stress test without taking part.
@MainActor
struct Audience {
  private let context: ModelContext
  private let all: LiveList
  private let done: LiveList
  private let handler: ObservingHandler
  /// Models of the main context that are kept from the beginning.
  private let kept: [Note]

  private static let byCount = [SortDescriptor(\Note.count, order: .reverse)]
  private static let isDone = #Predicate<Note> { $0.isDone }

  init(_ container: ModelContainer) async throws {
    context = container.mainContext
    all = LiveList(try ResultsObserver(sortBy: Self.byCount, modelContext: context))
    done = LiveList(try ResultsObserver(filterBy: Self.isDone, sortBy: Self.byCount, modelContext: context))
    handler = ObservingHandler(modelContainer: container)
    try await handler.observe()
    kept = try context.fetch(FetchDescriptor<Note>())
  }

  /// Nobody fetches: the last state of each must be what a fresh context fetches.
  func expectToHaveSeen(_ rows: [PersistentIdentifier: RowValues]) async throws {
    let fresh = ModelContext(context.container)
    let allRows = try fresh.fetch(FetchDescriptor(sortBy: Self.byCount)).map { Row($0) }
    let doneRows = try fresh.fetch(FetchDescriptor(predicate: Self.isDone, sortBy: Self.byCount)).map { Row($0) }
    try await waitUntil("the list of all has the last state") { all.rows == allRows }
    try await waitUntil("the filtered list has the last state") { done.rows == doneRows }
    try await waitUntil("the kept models have the last state") {
      kept.allSatisfy { $0.isDeleted ? rows[$0.id] == nil : rows[$0.id] == RowValues($0) }
    }
    try await waitUntil("the observing handler has the last state") { await handler.rows() == allRows }
    #expect(all.drawings > 1 && done.drawings > 1)
  }
}

// MARK: - Observers

/// Shows a result as a screen would: reads it, and reads it again whenever it is told of a change.
@MainActor
final class LiveList {
  let observer: ResultsObserver<Note, Never>
  private(set) var drawings = 0

  init(_ observer: ResultsObserver<Note, Never>) {
    self.observer = observer
    draw()
  }

  private func draw() {
    drawings += 1
    withObservationTracking {
      for note in observer.results.prefix(30) { _ = (note.title, note.count, note.isDone) }
    } onChange: { [weak self] in
      Task { @MainActor in self?.draw() }
    }
  }

  var rows: [Row] { observer.results.map { Row($0) } }
}

/// A note with its identity, as it can be passed between actors.
struct Row: Hashable, Sendable {
  let id: PersistentIdentifier
  let values: RowValues

  init(_ note: Note) { (id, values) = (note.persistentModelID, RowValues(note)) }
}

/// A handler that shows a result of its own, away from the main actor.
@ModelActor
actor ObservingHandler {
  private var observer: ResultsObserver<Note, Never>?

  func observe() throws {
    observer = try ResultsObserver(sortBy: [SortDescriptor(\.count, order: .reverse)], modelContext: modelContext)
  }

  func rows() -> [Row] { observer?.results.map { Row($0) } ?? [] }
}
