import Observation

/// A live aggregate: computed in the background, and again after commits that affect it.
///
/// Equal aggregates of a store are computed once, however many observe them; whoever comes later has the value at once.
/// Commits of other entities and properties cause no work, and many commits in a row are handled together. A count is
/// followed: after a commit only the rows that it changed are looked up, unless it redirected or deleted rows whose
/// relationships are counted. The observer belongs to the executor of its context, or to the actor that it was made on.
/// Only committed changes count.
public final class AggregateObserver<Value: Sendable>: Observable {
  /// The context whose store is observed.
  public let modelContext: ModelContext

  private let registrar = ObservationRegistrar()
  private let mailbox = StateMailbox<Result<Value, any Error>>()
  private let maintainer: AggregateMaintainer<Value>
  private var current: Value?
  private var lastError: (any Error)?
  // Kept, as those of a generic type are made anew each time: each takes as long as drawing a row.
  private lazy var valuePath: KeyPath<AggregateObserver, Value?> = \.value
  private lazy var fetchErrorPath: KeyPath<AggregateObserver, (any Error)?> = \.fetchError

  /// Observes one aggregate.
  ///
  /// - Parameters:
  ///   - aggregate: what to compute.
  ///   - predicate: which rows; nil for all.
  ///   - modelContext: the context whose store is observed.
  ///   - isolation: the actor that the observer belongs to; by default that of the caller.
  /// - Throws: `SwiftDataError` if the aggregate or the predicate is invalid.
  public convenience init<Model>(
    _ aggregate: Aggregate<Model, Value>, where predicate: Predicate<Model>? = nil, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      AggregateReading(aggregate, where: predicate, store: modelContext.store), modelContext, isolation)
  }

  /// Observes the aggregates of groups.
  ///
  /// - Parameters:
  ///   - grouped: what to compute, and which attributes make the groups.
  ///   - predicate: which rows; nil for all.
  ///   - modelContext: the context whose store is observed.
  ///   - isolation: the actor that the observer belongs to; by default that of the caller.
  /// - Throws: `SwiftDataError` if one of the aggregates or the predicate is invalid.
  public convenience init<Model, Key, each Item>(
    _ grouped: GroupedAggregate<Model, Key, repeat each Item>, where predicate: Predicate<Model>? = nil,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws where Value == [AggregateGroup<Key, repeat each Item>] {
    try self.init(AggregateReading(grouped, where: predicate, store: modelContext.store), modelContext, isolation)
  }

  /// Observes how many rows lead to each model at the other end of a relationship.
  ///
  /// Models that no row leads to are left out.
  ///
  /// - Parameters:
  ///   - relationship: a relationship to one model, or one of many to many.
  ///   - predicate: which rows count; nil for all.
  ///   - modelContext: the context whose store is observed.
  ///   - isolation: the actor that the observer belongs to; by default that of the caller.
  /// - Throws: `SwiftDataError` if the key path is no such relationship or the predicate is invalid.
  public convenience init<Model: PersistentModel, Target>(
    countsBy relationship: any KeyPath<Model, Target> & Sendable, where predicate: Predicate<Model>? = nil,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws where Value == [PersistentIdentifier: Int] {
    try self.init(
      AggregateReading(countingBy: relationship, where: predicate, store: modelContext.store), modelContext, isolation)
  }

  private init(_ reading: AggregateReading<Value>, _ context: ModelContext, _ isolation: (any Actor)?) throws {
    modelContext = context
    let (mailbox, route) = (mailbox, DeliveryRoute(context, isolation: isolation))
    let (maintainer, latest) = context.store.aggregates.add(ObjectIdentifier(mailbox), of: reading, in: context.store) {
      mailbox.put($0, by: route)
    }
    self.maintainer = maintainer
    // Nobody observes it yet.
    current = latest
    mailbox.announce(to: self)
    // What was delivered before the mailbox had a reader.
    takeState()
  }

  deinit { modelContext.store.aggregates.remove(ObjectIdentifier(mailbox), from: maintainer) }

  /// The newest value, or nil until the first one was computed.
  public var value: Value? {
    takeUnannouncedState()
    registrar.access(self, keyPath: valuePath)
    return current
  }

  /// Why the value could not be brought up to date, or nil; the next change tries again.
  public var fetchError: (any Error)? {
    takeUnannouncedState()
    registrar.access(self, keyPath: fetchErrorPath)
    return lastError
  }
}

extension AggregateObserver: StateMailboxReader {
  /// Takes a state that no executor delivers.
  private func takeUnannouncedState() {
    if mailbox.hasUnannouncedState { takeState() }
  }

  func takeState() {
    switch mailbox.take() {
    case .success(let value):
      registrar.withMutation(of: self, keyPath: valuePath) { current = value }
      if lastError != nil { registrar.withMutation(of: self, keyPath: fetchErrorPath) { lastError = nil } }
    case .failure(let error):
      registrar.withMutation(of: self, keyPath: fetchErrorPath) { lastError = error }
    case nil:
      break
    }
  }
}
