import Foundation

/// The unsaved changes of a context, laid over what the store answers to a fetch.
///
/// Nothing is mutated: inserted and changed models that match are added, deleted and no longer matching ones left out,
/// and the whole is put in order.
struct PendingOverlay<Model: PersistentModel> {
  private let descriptor: FetchDescriptor<Model>
  private let candidates: [Model]
  private let hidden: Set<ObjectIdentifier>

  /// Nil if the context has no unsaved models of the type, and the store's answer stands.
  init?(_ descriptor: FetchDescriptor<Model>, in context: ModelContext) {
    guard context.hasPendingModels(of: Model.self) else { return nil }
    self.descriptor = descriptor
    let changed = context.changed.all.compactMap { $0 as? Model }
    let deleted = context.deleted.all.compactMap { $0 as? Model }
    candidates = context.inserted.all.compactMap { $0 as? Model } + changed
    hidden = Set((changed + deleted).map { ObjectIdentifier($0) })
  }

  /// Fetches from the store and lays the changes over the answer.
  func apply(_ fetch: (FetchDescriptor<Model>) throws -> [Model]) throws -> [Model] {
    var stored = descriptor
    stored.fetchOffset = nil
    stored.fetchLimit = descriptor.fetchLimit.flatMap(enough)
    let kept = try fetch(stored).filter { !hidden.contains(ObjectIdentifier($0)) }
    let added = descriptor.predicate.map { candidates.filter(MemoryPredicate($0).matches) } ?? candidates
    return descriptor.sorted(kept + added).page(offset: descriptor.fetchOffset, limit: descriptor.fetchLimit)
  }

  /// How many stored rows make sure of a page; nil for all.
  private func enough(_ limit: Int) -> Int? {
    guard limit >= 0 else { return nil }
    let (page, isTooLong) = limit.addingReportingOverflow(max(0, descriptor.fetchOffset ?? 0))
    let (sum, isTooMuch) = page.addingReportingOverflow(hidden.count)
    return isTooLong || isTooMuch ? nil : sum
  }
}
