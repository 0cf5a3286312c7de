import Foundation

extension ResultsObserver where SectionTitle == String {
  /// Observes the result of a fetch, divided into sections.
  ///
  /// - Parameters:
  ///   - fetchDescriptor: which models, in which order; unsaved changes never count.
  ///   - sectionBy: the stored attribute that is the title of a model's section; it leads the order.
  ///   - modelContext: the context of the models.
  ///   - isolation: the actor that the observer belongs to; that of the caller.
  /// - Throws: `SwiftDataError` if the descriptor makes no sense or the key path names no stored
  ///   attribute, `StoreError` if the store can't be read.
  ///
  /// Source: SwiftData, `ResultsObserver`.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(), sectionBy: KeyPath<Element, String>,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    let sectioning = try ResultsSectioning<SectionTitle>(
      sectionBy, table: modelContext.store.table(for: Element.self))
    try self.init(fetchDescriptor, sectioning: sectioning, context: modelContext, isolation: isolation)
  }

  /// Observes the result of a fetch, divided into sections.
  ///
  /// - Parameters:
  ///   - fetchDescriptor: which models, in which order; unsaved changes never count.
  ///   - sectionBy: the stored attribute that is the title of a model's section; it leads the order.
  ///   - modelContainer: where the models are; they get a context of their own.
  ///   - isolation: the actor that the observer belongs to; that of the caller.
  /// - Throws: `SwiftDataError` if the descriptor makes no sense or the key path names no stored
  ///   attribute, `StoreError` if the store can't be read.
  ///
  /// Source: SwiftData, `ResultsObserver`.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(), sectionBy: KeyPath<Element, String>,
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    let modelContext = ModelContext(modelContainer)
    let sectioning = try ResultsSectioning<SectionTitle>(
      sectionBy, table: modelContext.store.table(for: Element.self))
    try self.init(fetchDescriptor, sectioning: sectioning, context: modelContext, isolation: isolation)
  }

  /// Observes the models that match a filter, in an order, divided into sections.
  ///
  /// - Parameters:
  ///   - filterBy: which models; nil for all.
  ///   - sortBy: the order, within the sections if there are any.
  ///   - sectionBy: the stored attribute that is the title of a model's section; it leads the order.
  ///   - modelContext: the context of the models.
  ///   - isolation: the actor that the observer belongs to; that of the caller.
  /// - Throws: `SwiftDataError` if filter or order make no sense or the key path names no stored
  ///   attribute, `StoreError` if the store can't be read.
  ///
  /// Source: SwiftData, `ResultsObserver`.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil, sectionBy: KeyPath<Element, String>,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    let sectioning = try ResultsSectioning<SectionTitle>(
      sectionBy, table: modelContext.store.table(for: Element.self))
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), sectioning: sectioning, context: modelContext,
      isolation: isolation)
  }

  /// Observes the models that match a filter, in an order, divided into sections.
  ///
  /// - Parameters:
  ///   - filterBy: which models; nil for all.
  ///   - sortBy: the order, within the sections if there are any.
  ///   - sectionBy: the stored attribute that is the title of a model's section; it leads the order.
  ///   - modelContainer: where the models are; they get a context of their own.
  ///   - isolation: the actor that the observer belongs to; that of the caller.
  /// - Throws: `SwiftDataError` if filter or order make no sense or the key path names no stored
  ///   attribute, `StoreError` if the store can't be read.
  ///
  /// Source: SwiftData, `ResultsObserver`.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil, sectionBy: KeyPath<Element, String>,
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    let modelContext = ModelContext(modelContainer)
    let sectioning = try ResultsSectioning<SectionTitle>(
      sectionBy, table: modelContext.store.table(for: Element.self))
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), sectioning: sectioning, context: modelContext,
      isolation: isolation)
  }

  /// Observes the result of a fetch, divided into sections.
  ///
  /// - Parameters:
  ///   - fetchDescriptor: which models, in which order; unsaved changes never count.
  ///   - sectionBy: the stored attribute that is the title of a model's section; nil is filed under "".
  ///   - modelContext: the context of the models.
  ///   - isolation: the actor that the observer belongs to; that of the caller.
  /// - Throws: `SwiftDataError` if the descriptor makes no sense or the key path names no stored
  ///   attribute, `StoreError` if the store can't be read.
  ///
  /// Source: SwiftData, `ResultsObserver`.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(), sectionBy: KeyPath<Element, String?>,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    let sectioning = try ResultsSectioning<SectionTitle>(
      sectionBy, titleOfNil: "", table: modelContext.store.table(for: Element.self))
    try self.init(fetchDescriptor, sectioning: sectioning, context: modelContext, isolation: isolation)
  }

  /// Observes the result of a fetch, divided into sections.
  ///
  /// - Parameters:
  ///   - fetchDescriptor: which models, in which order; unsaved changes never count.
  ///   - sectionBy: the stored attribute that is the title of a model's section; nil is filed under "".
  ///   - modelContainer: where the models are; they get a context of their own.
  ///   - isolation: the actor that the observer belongs to; that of the caller.
  /// - Throws: `SwiftDataError` if the descriptor makes no sense or the key path names no stored
  ///   attribute, `StoreError` if the store can't be read.
  ///
  /// Source: SwiftData, `ResultsObserver`.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(), sectionBy: KeyPath<Element, String?>,
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    let modelContext = ModelContext(modelContainer)
    let sectioning = try ResultsSectioning<SectionTitle>(
      sectionBy, titleOfNil: "", table: modelContext.store.table(for: Element.self))
    try self.init(fetchDescriptor, sectioning: sectioning, context: modelContext, isolation: isolation)
  }

  /// Observes the models that match a filter, in an order, divided into sections.
  ///
  /// - Parameters:
  ///   - filterBy: which models; nil for all.
  ///   - sortBy: the order, within the sections if there are any.
  ///   - sectionBy: the stored attribute that is the title of a model's section; nil is filed under "".
  ///   - modelContext: the context of the models.
  ///   - isolation: the actor that the observer belongs to; that of the caller.
  /// - Throws: `SwiftDataError` if filter or order make no sense or the key path names no stored
  ///   attribute, `StoreError` if the store can't be read.
  ///
  /// Source: SwiftData, `ResultsObserver`.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil, sectionBy: KeyPath<Element, String?>,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    let sectioning = try ResultsSectioning<SectionTitle>(
      sectionBy, titleOfNil: "", table: modelContext.store.table(for: Element.self))
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), sectioning: sectioning, context: modelContext,
      isolation: isolation)
  }

  /// Observes the models that match a filter, in an order, divided into sections.
  ///
  /// - Parameters:
  ///   - filterBy: which models; nil for all.
  ///   - sortBy: the order, within the sections if there are any.
  ///   - sectionBy: the stored attribute that is the title of a model's section; nil is filed under "".
  ///   - modelContainer: where the models are; they get a context of their own.
  ///   - isolation: the actor that the observer belongs to; that of the caller.
  /// - Throws: `SwiftDataError` if filter or order make no sense or the key path names no stored
  ///   attribute, `StoreError` if the store can't be read.
  ///
  /// Source: SwiftData, `ResultsObserver`.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil, sectionBy: KeyPath<Element, String?>,
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    let modelContext = ModelContext(modelContainer)
    let sectioning = try ResultsSectioning<SectionTitle>(
      sectionBy, titleOfNil: "", table: modelContext.store.table(for: Element.self))
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), sectioning: sectioning, context: modelContext,
      isolation: isolation)
  }
}
