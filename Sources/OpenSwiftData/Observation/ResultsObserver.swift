import DocketLocking
import Foundation
import Observation

/// The live, ordered result of a fetch: it follows every committed change of this process and of others.
///
/// Keys are kept up to date in the background; models are made only for the positions that are accessed. Whoever reads
/// `results` or `sections` inside `withObservationTracking` is told of changes of the list; the models tell of changes
/// of their values. A commit that affects neither filter nor order nor sections causes no notification. Like its models
/// the observer belongs to the executor of its context, or to the actor that it was made on.
///
/// Only committed changes count: unsaved changes of the context show after their save.
///
/// Source: SwiftData, `ResultsObserver`.
public final class ResultsObserver<Element: PersistentModel, SectionTitle: Hashable>: Observable {
  /// The context that the models belong to.
  public let modelContext: ModelContext

  private let registrar = ObservationRegistrar()
  private let window: ResultsWindow<Element>
  private let sectioning: ResultsSectioning<SectionTitle>?
  private let route: DeliveryRoute
  private var descriptor: FetchDescriptor<Element>
  private var feed: ResultsFeed<Element>
  private var shown: ResultsPresentation<Element, SectionTitle>
  private var isFollowing = true

  init(
    _ descriptor: FetchDescriptor<Element>, sectioning: ResultsSectioning<SectionTitle>?, context: ModelContext,
    isolation: (any Actor)?
  ) throws {
    modelContext = context
    self.descriptor = descriptor
    self.sectioning = sectioning
    route = DeliveryRoute(context, isolation: isolation)
    window = ResultsWindow(context: context, table: try context.store.table(for: Element.self))
    let query = try ResultsQuery(descriptor, section: sectioning?.column, store: context.store)
    feed = ResultsFeed(query, store: context.store, route: route)
    shown = ResultsPresentation(window: window, sectioning: sectioning, column: query.section)
    if let page = try feed.firstPage() { shown.take(page) }
    feed.start(for: self)
  }

  // MARK: - The result

  /// The models, in order.
  ///
  /// Right after the observer was made it is the first page, if an index yields it; the rest follows. After filter or
  /// order were set it may be incomplete too: at least one model, found in a few milliseconds.
  public var results: FetchResultsCollection<Element> {
    takeUnannouncedState()
    registrar.access(self, keyPath: \.results)
    return shown.results
  }

  /// The sections of the results, or nil if the observer was made without `sectionBy`.
  public var sections: SectionedResults<Element, SectionTitle>? {
    takeUnannouncedState()
    registrar.access(self, keyPath: \.sections)
    return shown.sections
  }

  /// Whether the whole result has been read, not only its first page.
  public var isComplete: Bool {
    takeUnannouncedState()
    registrar.access(self, keyPath: \.isComplete)
    return shown.isComplete
  }

  /// Whether the results are those of the present descriptor.
  ///
  /// After filter or order were set it is false until the new results, or the first of them, have been read, or reading
  /// them failed. Not in Apple's observer.
  public var isCurrent: Bool {
    takeUnannouncedState()
    registrar.access(self, keyPath: \.isCurrent)
    return isFollowing
  }

  /// Why the result could not be brought up to date, or nil; the next change tries again.
  public var fetchError: (any Error)? {
    takeUnannouncedState()
    registrar.access(self, keyPath: \.fetchError)
    return shown.error
  }

  // MARK: - The descriptor

  /// The descriptor that is followed.
  public var fetchDescriptor: FetchDescriptor<Element> {
    registrar.access(self, keyPath: \.fetchDescriptor)
    return descriptor
  }

  /// Which models belong to the result.
  ///
  /// After it was set the old results stay until the new ones were read in the background, or the first of them.
  public var filterBy: Predicate<Element>? {
    get { fetchDescriptor.predicate }
    set { follow { $0.predicate = newValue } }
  }

  /// The order of the result, within the sections if there are any.
  ///
  /// After it was set the old results stay until the new ones were read in the background, or the first of them. An
  /// invalid order is reported by `fetchError`, and the old one stays.
  public var sortBy: [SortDescriptor<Element>] {
    get { fetchDescriptor.sortBy }
    set { follow { $0.sortBy = newValue } }
  }

  /// The key path that the results are divided into sections by, or nil.
  public var sectionBy: PartialKeyPath<Element>? { sectioning?.keyPath as? PartialKeyPath<Element> }

  private func follow(_ change: (inout FetchDescriptor<Element>) -> Void) {
    var new = descriptor
    change(&new)
    do {
      let query = try ResultsQuery(new, section: sectioning?.column, store: modelContext.store)
      registrar.withMutation(of: self, keyPath: \.fetchDescriptor) { descriptor = new }
      if isFollowing { registrar.withMutation(of: self, keyPath: \.isCurrent) { isFollowing = false } }
      shown.column = query.section
      let predecessor = feed
      feed = ResultsFeed(query, store: modelContext.store, route: route)
      feed.start(for: self, after: predecessor)
    } catch {
      registrar.withMutation(of: self, keyPath: \.fetchError) { shown.fail(error) }
    }
  }
}

// MARK: - New states

extension ResultsObserver: StateMailboxReader {
  /// Takes a state that no executor delivers.
  ///
  /// Elsewhere states are taken in a turn of the executor of their own, so that nothing changes while somebody reads.
  private func takeUnannouncedState() {
    if feed.hasUnannouncedState { takeState() }
  }

  func takeState() {
    if let state = feed.take() { StallMeter.during("results") { show(state) } }
  }

  private func show(_ state: ResultsState) {
    if !isFollowing { registrar.withMutation(of: self, keyPath: \.isCurrent) { isFollowing = true } }
    var new = shown
    new.take(state)
    if state.error != nil || shown.error != nil {
      registrar.withMutation(of: self, keyPath: \.fetchError) { shown.fail(state.error) }
    }
    guard state.error == nil else { return }
    let isCompleted = new.isComplete != shown.isComplete
    registrar.withMutation(of: self, keyPath: \.results) {
      registrar.withMutation(of: self, keyPath: \.sections) {
        if isCompleted { registrar.withMutation(of: self, keyPath: \.isComplete) { shown = new } } else { shown = new }
      }
    }
  }
}

/// What an observer shows: the newest state, as collections of models.
private struct ResultsPresentation<Element: PersistentModel, SectionTitle: Hashable> {
  private let window: ResultsWindow<Element>
  private let sectioning: ResultsSectioning<SectionTitle>?
  /// The section column with the order of the sections.
  var column: SectionColumn?

  private(set) var results: FetchResultsCollection<Element>
  private(set) var sections: SectionedResults<Element, SectionTitle>?
  private(set) var isComplete = false
  private(set) var error: (any Error)?

  init(
    window: ResultsWindow<Element>, sectioning: ResultsSectioning<SectionTitle>?, column: SectionColumn?
  ) {
    self.window = window
    self.sectioning = sectioning
    self.column = column
    results = FetchResultsCollection(keys: OrderedKeys(), source: window)
    sections = divided(SectionRuns())
  }

  /// Shows a state; of one with an error only that.
  mutating func take(_ state: ResultsState) {
    error = state.error
    guard state.error == nil else { return }
    results = FetchResultsCollection(keys: state.keys, source: window)
    sections = divided(state.sections ?? SectionRuns())
    isComplete = state.isComplete
  }

  /// Shows an error beside the last results; nil if there is none any more.
  mutating func fail(_ error: (any Error)?) { self.error = error }

  private func divided(_ runs: SectionRuns) -> SectionedResults<Element, SectionTitle>? {
    guard let sectioning, let column else { return nil }
    return SectionedResults(results, runs, sectioning: sectioning, column: column)
  }
}
