import Foundation

/// The unsaved changes of a context, laid over what the store answers to a fetch.
///
/// Nothing is mutated: inserted and changed models that match are added, deleted and no longer matching ones left out,
/// and the whole is put in order.
struct PendingOverlay<Model: PersistentModel> {
  private let descriptor: FetchDescriptor<Model>
  private let context: ModelContext

  /// Nil if the context has no unsaved models of the type, and the store's answer stands.
  init?(_ descriptor: FetchDescriptor<Model>, in context: ModelContext) {
    guard context.hasPendingModels(of: Model.self) else { return nil }
    self.descriptor = descriptor
    self.context = context
  }

  /// Fetches from the store and lays the changes over the answer.
  ///
  /// - Complexity: besides the fetch, O(n) in the inserted and changed models of the type; of the inserted ones only those
  ///   that have the value of a property which the predicate asks for, if it does.
  func apply(_ fetch: (FetchDescriptor<Model>) throws -> [Model]) throws -> [Model] {
    var stored = descriptor
    stored.fetchOffset = nil
    stored.fetchLimit = descriptor.fetchLimit.flatMap(enough)
    let kept = try fetch(stored).filter { $0._$record.state == .saved && $0._$record.dirty.isEmpty }
    return descriptor.sorted(kept + added).page(offset: descriptor.fetchOffset, limit: descriptor.fetchLimit)
  }

  /// The inserted and changed models that match.
  private var added: [Model] {
    guard let predicate = descriptor.predicate else {
      return context.inserted.models(of: Model.self) + context.changed.models(of: Model.self)
    }
    let candidates = context.inserted.models(mayMatch: predicate) + context.changed.models(of: Model.self)
    context.watchChanges()
    return candidates.filter(MemoryPredicate(predicate).matches)
  }

  /// How many stored rows make sure of a page; nil for all.
  private func enough(_ limit: Int) -> Int? {
    guard limit >= 0 else { return nil }
    let hidden = context.changed.count(of: Model.self) + context.deleted.count(of: Model.self)
    let (page, isTooLong) = limit.addingReportingOverflow(max(0, descriptor.fetchOffset ?? 0))
    let (sum, isTooMuch) = page.addingReportingOverflow(hidden)
    return isTooLong || isTooMuch ? nil : sum
  }
}
