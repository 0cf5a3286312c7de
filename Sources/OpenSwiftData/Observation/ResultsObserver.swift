import Foundation
import Observation

/// The live, ordered result of a fetch: it follows every committed change of this process and of others.
///
/// Keys are kept up to date in the background; models are made only for the positions that are looked at. Reading
/// `results` or `sections` inside `withObservationTracking` is told of changes of the list; the models tell of changes
/// of their values. A commit that touches neither filter nor order nor sections wakes nobody. Like its models it
/// belongs to the executor of its context, or to the actor that it was made on.
///
/// Only what is committed counts: unsaved changes of the context show after their save.
///
/// Source: SwiftData, `ResultsObserver`.
public final class ResultsObserver<Element: PersistentModel, SectionTitle: Hashable>: Observable {
  /// The context that the models belong to.
  public let modelContext: ModelContext

  private let registrar = ObservationRegistrar()
  private let window: ResultsWindow<Element>
  private let sectioning: ResultsSectioning<SectionTitle>?
  private let route: NewsRoute
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
    route = NewsRoute(context, isolation: isolation)
    window = ResultsWindow(context: context, table: try context.store.table(for: Element.self))
    let query = try ResultsQuery(descriptor, section: sectioning?.column, store: context.store)
    feed = ResultsFeed(query, store: context.store, route: route)
    shown = ResultsPresentation(window: window, sectioning: sectioning, column: query.section)
    if let page = try feed.firstPage() { shown.take(page) }
    feed.start(for: self)
  }

  // MARK: - What there is

  /// The models, in order.
  ///
  /// Right after the observer was made it is the first page, if an index can serve it; the rest follows. After filter or
  /// order were set it may be the beginning too: at least one model, found in a few milliseconds.
  public var results: FetchResultsCollection<Element> {
    takeNewsIfNobodyBringsIt()
    registrar.access(self, keyPath: \.results)
    return shown.results
  }

  /// The sections of the results, or nil if the observer was made without a key path to divide them by.
  public var sections: SectionedResults<Element, SectionTitle>? {
    takeNewsIfNobodyBringsIt()
    registrar.access(self, keyPath: \.sections)
    return shown.sections
  }

  /// Whether the whole result has been read, not only its first page.
  public var isComplete: Bool {
    takeNewsIfNobodyBringsIt()
    registrar.access(self, keyPath: \.isComplete)
    return shown.isComplete
  }

  /// Whether the results are those of the descriptor.
  ///
  /// It is false from when filter or order are set until the new results, or the first of them, have been read or could
  /// not be. Not in Apple's observer.
  public var isCurrent: Bool {
    takeNewsIfNobodyBringsIt()
    registrar.access(self, keyPath: \.isCurrent)
    return isFollowing
  }

  /// Why the result could not be brought up to date, or nil; the next change tries again.
  public var fetchError: (any Error)? {
    takeNewsIfNobodyBringsIt()
    registrar.access(self, keyPath: \.fetchError)
    return shown.error
  }

  // MARK: - What is asked for

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
  /// After it was set the old results stay until the new ones were read in the background, or the first of them. An order
  /// that makes no sense is reported by `fetchError`, and the old one stays.
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
      registrar.withMutation(of: self, keyPath: \.fetchError) { shown.error = error }
    }
  }
}

extension ResultsObserver: ResultsNewsReader {
  /// News is taken in a turn of its own, so that nothing changes while somebody reads; without an executor there is no
  /// such turn.
  private func takeNewsIfNobodyBringsIt() {
    if feed.hasUnannouncedNews { takeNews() }
  }

  func takeNews() {
    guard let state = feed.take() else { return }
    if !isFollowing { registrar.withMutation(of: self, keyPath: \.isCurrent) { isFollowing = true } }
    var new = shown
    new.take(state)
    if state.error != nil || shown.error != nil {
      registrar.withMutation(of: self, keyPath: \.fetchError) { shown.error = state.error }
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
