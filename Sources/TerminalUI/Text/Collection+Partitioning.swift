extension RandomAccessCollection {
  /// The index of the first element that satisfies a condition, by binary search.
  ///
  /// - Parameter belongsInSecondPart: The condition; no element after one that satisfies it may fail it.
  /// - Returns: The end index if no element satisfies the condition.
  /// - Complexity: O(log n).
  func partitioningIndex(where belongsInSecondPart: (Element) -> Bool) -> Index {
    var (start, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(start, offsetBy: half)
      if belongsInSecondPart(self[middle]) {
        count = half
      } else {
        start = index(after: middle)
        count -= half + 1
      }
    }
    return start
  }
}
