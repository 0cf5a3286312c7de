import Foundation
import Observation

/// A live aggregate: computed in the background, and again after commits that touch what it looks at.
///
/// Commits of other entities and properties wake nobody; many commits in a row are taken together. The observer belongs
/// to the executor of its context, or to the actor that it was made on. Only what is committed counts.
public final class AggregateObserver<Value: Sendable>: Observable {
  /// The context whose store is looked at.
  public let modelContext: ModelContext

  private let registrar = ObservationRegistrar()
  private let news = ResultsNews<Result<Value, any Error>>()
  private let maintainer: AggregateMaintainer<Value>
  private var current: Value?
  private var lastError: (any Error)?

  /// Observes one aggregate.
  ///
  /// - Parameters:
  ///   - aggregate: what to compute.
  ///   - predicate: which rows; nil for all.
  ///   - modelContext: the context whose store is looked at.
  ///   - isolation: the actor that the observer belongs to; that of the caller.
  /// - Throws: `SwiftDataError` if the aggregate or the predicate makes no sense.
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
  ///   - modelContext: the context whose store is looked at.
  ///   - isolation: the actor that the observer belongs to; that of the caller.
  /// - Throws: `SwiftDataError` if one of the aggregates or the predicate makes no sense.
  public convenience init<Model, Key, each Item>(
    _ grouped: GroupedAggregate<Model, Key, repeat each Item>, where predicate: Predicate<Model>? = nil,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws where Value == [AggregateGroup<Key, repeat each Item>] {
    try self.init(AggregateReading(grouped, where: predicate, store: modelContext.store), modelContext, isolation)
  }

  /// Observes how many rows lead to each model at the other end of a relationship; those that none leads to are left
  /// out.
  ///
  /// - Parameters:
  ///   - relationship: a relationship to one model, or one of many to many.
  ///   - predicate: which rows count; nil for all.
  ///   - modelContext: the context whose store is looked at.
  ///   - isolation: the actor that the observer belongs to; that of the caller.
  /// - Throws: `SwiftDataError` if the key path is no such relationship or the predicate makes no sense.
  public convenience init<Model: PersistentModel, Target>(
    countsBy relationship: any KeyPath<Model, Target> & Sendable, where predicate: Predicate<Model>? = nil,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws where Value == [PersistentIdentifier: Int] {
    try self.init(
      AggregateReading(countingBy: relationship, where: predicate, store: modelContext.store), modelContext, isolation)
  }

  private init(_ reading: AggregateReading<Value>, _ context: ModelContext, _ isolation: (any Actor)?) throws {
    modelContext = context
    let (news, route) = (news, NewsRoute(context, isolation: isolation))
    maintainer = AggregateMaintainer(reading, store: context.store) { result in
      news.put(result, by: route)
    }
    // Sound: `announce` is only called on the executor that this object belongs to.
    nonisolated(unsafe) weak let reader: (any ResultsNewsReader)? = self
    news.onAnnounce { reader?.takeNews() }
    maintainer.start()
  }

  deinit { maintainer.stop() }

  /// The newest value, or nil until the first one was computed.
  public var value: Value? {
    takeNewsIfNobodyBringsIt()
    registrar.access(self, keyPath: \.value)
    return current
  }

  /// Why the value could not be computed anew, or nil; the next change tries again.
  public var fetchError: (any Error)? {
    takeNewsIfNobodyBringsIt()
    registrar.access(self, keyPath: \.fetchError)
    return lastError
  }
}

extension AggregateObserver: ResultsNewsReader {
  private func takeNewsIfNobodyBringsIt() {
    if news.isUnannounced { takeNews() }
  }

  func takeNews() {
    switch news.take() {
    case .success(let value):
      registrar.withMutation(of: self, keyPath: \.value) { current = value }
      if lastError != nil { registrar.withMutation(of: self, keyPath: \.fetchError) { lastError = nil } }
    case .failure(let error):
      registrar.withMutation(of: self, keyPath: \.fetchError) { lastError = error }
    case nil:
      break
    }
  }
}
