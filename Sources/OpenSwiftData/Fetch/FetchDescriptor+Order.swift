import Foundation

extension FetchDescriptor {
  /// Models in the order of the descriptor.
  ///
  /// Equal rows follow by key in the direction of the last sort, as they do in SQL; unsaved ones come as the newest
  /// would, in the order in which they are given.
  func sorted(_ models: [T]) -> [T] {
    let isReversed = sortBy.last?.order == .reverse
    return models.enumerated().sorted { left, right in
      for sort in sortBy {
        let result = sort.compare(left.element, right.element)
        if result != .orderedSame { return result == .orderedAscending }
      }
      let places = (place(left.element, left.offset), place(right.element, right.offset))
      return isReversed ? places.0 > places.1 : places.0 < places.1
    }.map(\.element)
  }

  private func place(_ model: T, _ offset: Int) -> (Int64, Int) {
    let key = model._$record.key
    return key > 0 ? (key, 0) : (Int64.max, offset)
  }
}
