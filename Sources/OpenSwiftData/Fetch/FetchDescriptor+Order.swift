import Foundation

extension FetchDescriptor {
  /// Models in the order of the descriptor.
  func sorted(_ models: [T]) -> [T] {
    models.sorted { left, right in
      for sort in sortBy {
        let result = sort.compare(left, right)
        if result != .orderedSame { return result == .orderedAscending }
      }
      return keyPrecedes(left, right)
    }
  }

  /// Equal rows follow by key in the direction of the last sort, as they do in SQL; unsaved ones come as the newest
  /// would.
  private func keyPrecedes(_ left: T, _ right: T) -> Bool {
    let (left, right) = (newestLast(left), newestLast(right))
    return sortBy.last?.order == .reverse ? left > right : left < right
  }

  private func newestLast(_ model: T) -> Int64 {
    let key = model._$record.key
    return key > 0 ? key : Int64.max
  }
}
