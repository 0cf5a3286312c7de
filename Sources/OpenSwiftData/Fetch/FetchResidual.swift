import Foundation

/// The part of a fetch that SQL can't express; evaluated in memory on a superset of the rows.
struct FetchResidual<Model: PersistentModel> {
  private let descriptor: FetchDescriptor<Model>
  private let needsPredicate: Bool
  /// Whether to sort in memory.
  let needsOrder: Bool

  /// Nil if SQL expresses all of the fetch.
  init?(_ descriptor: FetchDescriptor<Model>, needsPredicate: Bool, needsOrder: Bool) {
    guard needsPredicate || needsOrder else { return nil }
    self.descriptor = descriptor
    self.needsPredicate = needsPredicate
    self.needsOrder = needsOrder
  }

  /// The predicate, if SQL can't express all of it.
  var predicate: Predicate<Model>? { needsPredicate ? descriptor.predicate : nil }

  /// The matching models, sorted and paged.
  func apply(to models: [Model]) -> [Model] {
    MemoryEvaluationLog.note(line)
    let matching = predicate.map { models.filter(MemoryPredicate($0).matches) } ?? models
    return (needsOrder ? descriptor.sorted(matching) : matching)
      .page(offset: descriptor.fetchOffset, limit: descriptor.fetchLimit)
  }

  private var line: String {
    let parts = [needsPredicate ? "a part of the predicate" : nil, needsOrder ? "the order" : nil]
    return "SQL can't express \(parts.compactMap(\.self).joined(separator: " and ")) of a fetch of \(Model.self); "
      + "it is evaluated in memory"
  }
}

extension FetchDescriptor {
  /// Sorts models by the descriptor.
  ///
  /// As in SQL, equal models are ordered by key in the direction of the last sort; unsaved ones count as the newest, in
  /// the given order.
  func sorted(_ models: [T]) -> [T] {
    let isReversed = sortBy.last?.order == .reverse
    return models.enumerated().sorted { left, right in
      for sort in sortBy {
        let result = sort.compare(left.element, right.element)
        if result != .orderedSame { return result == .orderedAscending }
      }
      let keys = (tieBreak(left.element, left.offset), tieBreak(right.element, right.offset))
      return isReversed ? keys.0 > keys.1 : keys.0 < keys.1
    }.map(\.element)
  }

  private func tieBreak(_ model: T, _ offset: Int) -> (Int64, Int) {
    let key = model._$record.key
    return key > 0 ? (key, 0) : (Int64.max, offset)
  }
}

extension Array {
  /// The page given by offset and limit; negative means none (https://www.sqlite.org/lang_select.html#limitoffset).
  func page(offset: Int?, limit: Int?) -> [Element] {
    let rest = dropFirst(Swift.max(0, offset ?? 0))
    guard let limit, limit >= 0 else { return Array(rest) }
    return Array(rest.prefix(limit))
  }
}
