import Foundation

/// What of a fetch SQL can't say: it is done in memory with the rows of a superset.
struct FetchResidual<Model: PersistentModel> {
  private let descriptor: FetchDescriptor<Model>
  private let needsPredicate: Bool
  /// Whether SQL can't say the order.
  let needsOrder: Bool

  /// Nil if SQL says it all.
  init?(_ descriptor: FetchDescriptor<Model>, needsPredicate: Bool, needsOrder: Bool) {
    guard needsPredicate || needsOrder else { return nil }
    self.descriptor = descriptor
    self.needsPredicate = needsPredicate
    self.needsOrder = needsOrder
  }

  /// The condition of which SQL can't say a part, or nil.
  var predicate: Predicate<Model>? { needsPredicate ? descriptor.predicate : nil }

  /// The models that match, in their order, without those that offset and limit leave out.
  func apply(to models: [Model]) -> [Model] {
    MemoryEvaluationLog.note(line)
    let matching = predicate.map { models.filter(MemoryPredicate($0).matches) } ?? models
    return (needsOrder ? descriptor.sorted(matching) : matching)
      .page(offset: descriptor.fetchOffset, limit: descriptor.fetchLimit)
  }

  private var line: String {
    let parts = [needsPredicate ? "a part of the predicate" : nil, needsOrder ? "the order" : nil]
    return "SQL can't say \(parts.compactMap(\.self).joined(separator: " and ")) of a fetch of \(Model.self); "
      + "it is evaluated in memory"
  }
}
