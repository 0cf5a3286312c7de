import Foundation

extension ResultsObserver where SectionTitle == Never {
  /// Observes the result of a fetch.
  ///
  /// - Parameters:
  ///   - fetchDescriptor: which models, in which order; unsaved changes never count.
  ///   - modelContext: the context of the models.
  ///   - isolation: the actor that the observer belongs to; that of the caller.
  /// - Throws: `SwiftDataError` if the descriptor makes no sense, `StoreError` if the store can't be read.
  ///
  /// Source: SwiftData, `ResultsObserver`.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(), modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, sectioning: nil, context: modelContext, isolation: isolation)
  }

  /// Observes the result of a fetch.
  ///
  /// - Parameters:
  ///   - fetchDescriptor: which models, in which order; unsaved changes never count.
  ///   - modelContainer: where the models are; they get a context of their own.
  ///   - isolation: the actor that the observer belongs to; that of the caller.
  /// - Throws: `SwiftDataError` if the descriptor makes no sense, `StoreError` if the store can't be read.
  ///
  /// Source: SwiftData, `ResultsObserver`.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(), modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    let modelContext = ModelContext(modelContainer)
    try self.init(fetchDescriptor, sectioning: nil, context: modelContext, isolation: isolation)
  }

  /// Observes the models that match a filter, in an order.
  ///
  /// - Parameters:
  ///   - filterBy: which models; nil for all.
  ///   - sortBy: the order, within the sections if there are any.
  ///   - modelContext: the context of the models.
  ///   - isolation: the actor that the observer belongs to; that of the caller.
  /// - Throws: `SwiftDataError` if filter or order make no sense, `StoreError` if the store can't be read.
  ///
  /// Source: SwiftData, `ResultsObserver`.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), sectioning: nil, context: modelContext,
      isolation: isolation)
  }

  /// Observes the models that match a filter, in an order.
  ///
  /// - Parameters:
  ///   - filterBy: which models; nil for all.
  ///   - sortBy: the order, within the sections if there are any.
  ///   - modelContainer: where the models are; they get a context of their own.
  ///   - isolation: the actor that the observer belongs to; that of the caller.
  /// - Throws: `SwiftDataError` if filter or order make no sense, `StoreError` if the store can't be read.
  ///
  /// Source: SwiftData, `ResultsObserver`.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    let modelContext = ModelContext(modelContainer)
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), sectioning: nil, context: modelContext,
      isolation: isolation)
  }
}
