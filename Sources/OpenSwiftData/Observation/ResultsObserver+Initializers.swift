import Foundation

// MARK: - Without sections

extension ResultsObserver where SectionTitle == Never {
  /// Observes the result of a fetch.
  ///
  /// - Parameters:
  ///   - fetchDescriptor: which models, in which order; unsaved changes don't count.
  ///   - modelContext: the context of the models.
  ///   - isolation: the actor that the observer belongs to; by default that of the caller.
  /// - Throws: `SwiftDataError` if the descriptor is invalid, `StoreError` if the store can't be read.
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
  ///   - fetchDescriptor: which models, in which order; unsaved changes don't count.
  ///   - modelContainer: where the models are; they get a context of their own.
  ///   - isolation: the actor that the observer belongs to; by default that of the caller.
  /// - Throws: `SwiftDataError` if the descriptor is invalid, `StoreError` if the store can't be read.
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
  ///   - isolation: the actor that the observer belongs to; by default that of the caller.
  /// - Throws: `SwiftDataError` if filter or order is invalid, `StoreError` if the store can't be read.
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
  ///   - isolation: the actor that the observer belongs to; by default that of the caller.
  /// - Throws: `SwiftDataError` if filter or order is invalid, `StoreError` if the store can't be read.
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

// MARK: - With sections by texts

extension ResultsObserver where SectionTitle == String {
  /// Observes the result of a fetch, divided into sections.
  ///
  /// - Parameters:
  ///   - fetchDescriptor: which models, in which order; unsaved changes don't count.
  ///   - sectionBy: the stored attribute that is the title of a model's section; it leads the order.
  ///   - modelContext: the context of the models.
  ///   - isolation: the actor that the observer belongs to; by default that of the caller.
  /// - Throws: `SwiftDataError` if the descriptor is invalid or the key path names no stored
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
  ///   - fetchDescriptor: which models, in which order; unsaved changes don't count.
  ///   - sectionBy: the stored attribute that is the title of a model's section; it leads the order.
  ///   - modelContainer: where the models are; they get a context of their own.
  ///   - isolation: the actor that the observer belongs to; by default that of the caller.
  /// - Throws: `SwiftDataError` if the descriptor is invalid or the key path names no stored
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
  ///   - isolation: the actor that the observer belongs to; by default that of the caller.
  /// - Throws: `SwiftDataError` if filter or order is invalid or the key path names no stored
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
  ///   - isolation: the actor that the observer belongs to; by default that of the caller.
  /// - Throws: `SwiftDataError` if filter or order is invalid or the key path names no stored
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
  ///   - fetchDescriptor: which models, in which order; unsaved changes don't count.
  ///   - sectionBy: the stored attribute that is the title of a model's section; nil has the title "".
  ///   - modelContext: the context of the models.
  ///   - isolation: the actor that the observer belongs to; by default that of the caller.
  /// - Throws: `SwiftDataError` if the descriptor is invalid or the key path names no stored
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
  ///   - fetchDescriptor: which models, in which order; unsaved changes don't count.
  ///   - sectionBy: the stored attribute that is the title of a model's section; nil has the title "".
  ///   - modelContainer: where the models are; they get a context of their own.
  ///   - isolation: the actor that the observer belongs to; by default that of the caller.
  /// - Throws: `SwiftDataError` if the descriptor is invalid or the key path names no stored
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
  ///   - sectionBy: the stored attribute that is the title of a model's section; nil has the title "".
  ///   - modelContext: the context of the models.
  ///   - isolation: the actor that the observer belongs to; by default that of the caller.
  /// - Throws: `SwiftDataError` if filter or order is invalid or the key path names no stored
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
  ///   - sectionBy: the stored attribute that is the title of a model's section; nil has the title "".
  ///   - modelContainer: where the models are; they get a context of their own.
  ///   - isolation: the actor that the observer belongs to; by default that of the caller.
  /// - Throws: `SwiftDataError` if filter or order is invalid or the key path names no stored
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

// MARK: - With sections by values of other types

extension ResultsObserver {
  /// Observes the result of a fetch, divided into sections.
  ///
  /// - Parameters:
  ///   - fetchDescriptor: which models, in which order; unsaved changes don't count.
  ///   - sectionBy: the stored attribute that is the title of a model's section; it leads the order.
  ///   - modelContext: the context of the models.
  ///   - isolation: the actor that the observer belongs to; by default that of the caller.
  /// - Throws: `SwiftDataError` if the descriptor is invalid or the key path names no stored
  ///   attribute, `StoreError` if the store can't be read.
  ///
  /// Apple's observers support only texts as titles.
  @_disfavoredOverload
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor<Element>(), sectionBy: KeyPath<Element, SectionTitle>,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
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
  ///   - isolation: the actor that the observer belongs to; by default that of the caller.
  /// - Throws: `SwiftDataError` if filter or order is invalid or the key path names no stored
  ///   attribute, `StoreError` if the store can't be read.
  ///
  /// Apple's observers support only texts as titles.
  @_disfavoredOverload
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, SectionTitle>, modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    let sectioning = try ResultsSectioning<SectionTitle>(
      sectionBy, table: modelContext.store.table(for: Element.self))
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), sectioning: sectioning, context: modelContext,
      isolation: isolation)
  }
}
