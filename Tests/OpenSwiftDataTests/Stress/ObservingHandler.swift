import OpenSwiftData

/// A handler that shows a result of its own, away from the main actor.
@ModelActor
actor ObservingHandler {
  private var observer: ResultsObserver<Note, Never>?

  func observe() throws {
    observer = try ResultsObserver(sortBy: [SortDescriptor(\.count, order: .reverse)], modelContext: modelContext)
  }

  func rows() -> [Row] { observer?.results.map { Row($0) } ?? [] }
}
