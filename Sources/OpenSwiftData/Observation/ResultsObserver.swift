import Foundation
import Observation
import Synchronization

/// The live, ordered result of a fetch: it follows every committed change of this process and of others.
///
/// Identifiers are kept up to date in the background; models are made only for the positions that are looked at.
/// Reading `results` inside `withObservationTracking` is told of changes of the list; the models tell of changes of
/// their values. Like its models it belongs to the executor of its context.
///
/// Source: SwiftData, `ResultsObserver`.
public final class ResultsObserver<Element: PersistentModel, SectionTitle: Hashable>: Observable, ResultsNewsReader {
  /// The context that the models belong to.
  public let modelContext: ModelContext

  private let registrar = ObservationRegistrar()
  private let window: ResultsWindow<Element>
  private let maintainer: ResultsMaintainer<Element>
  private let news: ResultsNews
  private var current: FetchResultsCollection<Element>
  private var isWhole = false
  private var lastError: (any Error)?

  /// How many rows the first page has.
  private static var firstPage: Int { 200 }

  fileprivate init(unsectioned descriptor: FetchDescriptor<Element>, context: ModelContext) throws {
    let news = ResultsNews()
    modelContext = context
    self.news = news
    window = ResultsWindow(context: context, table: try context.store.table(for: Element.self))
    let link = context.link
    maintainer = try ResultsMaintainer(descriptor, store: context.store) { state in
      news.put(state)
      link.schedule { news.announce() }
    }
    current = FetchResultsCollection(
      keys: try maintainer.firstPage(limit: Self.firstPage) ?? OrderedKeys(), window: window)
    // Sound: `announce` is only called on the executor of the context, which this object belongs to.
    nonisolated(unsafe) weak let reader: (any ResultsNewsReader)? = self
    news.onAnnounce { reader?.takeNews() }
    maintainer.start()
  }

  deinit { maintainer.stop() }

  /// The models, in order.
  ///
  /// Right after the observer was made it is the first page, if an index can serve it; the rest follows.
  public var results: FetchResultsCollection<Element> {
    takeNewsIfNobodyBringsIt()
    registrar.access(self, keyPath: \.results)
    return current
  }

  /// Whether the whole result has been read, not only its first page.
  public var isComplete: Bool {
    takeNewsIfNobodyBringsIt()
    registrar.access(self, keyPath: \.isComplete)
    return isWhole
  }

  /// Why the result could not be brought up to date, or nil; the next change tries again.
  public var fetchError: (any Error)? {
    takeNewsIfNobodyBringsIt()
    registrar.access(self, keyPath: \.fetchError)
    return lastError
  }

  /// News is taken in a turn of its own, so that nothing changes while somebody reads; without an executor there is no
  /// such turn.
  private func takeNewsIfNobodyBringsIt() {
    if !modelContext.link.hasExecutor { takeNews() }
  }

  func takeNews() {
    guard let state = news.take() else { return }
    if state.error != nil || lastError != nil {
      registrar.withMutation(of: self, keyPath: \.fetchError) { lastError = state.error }
    }
    if state.error == nil {
      let collection = FetchResultsCollection(keys: state.keys, window: window)
      registrar.withMutation(of: self, keyPath: \.results) { current = collection }
    }
    if state.isComplete != isWhole {
      registrar.withMutation(of: self, keyPath: \.isComplete) { isWhole = state.isComplete }
    }
  }
}

extension ResultsObserver where SectionTitle == Never {
  /// Observes the result of a fetch.
  ///
  /// - Throws: `SwiftDataError` if the descriptor makes no sense, `StoreError` if the store can't be read.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(), modelContext: ModelContext,
    isolation _: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(unsectioned: fetchDescriptor, context: modelContext)
  }

  /// Observes the models that match a filter, in an order.
  ///
  /// - Throws: `SwiftDataError` if filter or order make no sense, `StoreError` if the store can't be read.
  public convenience init(
    filterBy filter: Predicate<Element>? = nil, sortBy order: [SortDescriptor<Element>]? = nil,
    modelContext: ModelContext, isolation _: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      unsectioned: FetchDescriptor(predicate: filter, sortBy: order ?? []), context: modelContext)
  }
}
