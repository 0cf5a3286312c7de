// The one binary search of the package. `Algorithms` has the same one, but would be a dependency for these lines only.
// It is `package`, so that a program that uses a library of this package and `Algorithms` sees only the latter's; and
// inlinable, so that each search is specialised for its closure.

extension RandomAccessCollection {
  /// The index of the first element that satisfies a condition, by binary search.
  ///
  /// - Parameter belongsInSecondPart: the condition; no element after one that satisfies it may fail it.
  /// - Returns: the end index if no element satisfies the condition.
  /// - Complexity: O(log n).
  @inlinable
  package func partitioningIndex<Failure>(
    where belongsInSecondPart: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Index {
    var (start, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(start, offsetBy: half)
      if try belongsInSecondPart(self[middle]) {
        count = half
      } else {
        start = index(after: middle)
        count -= half + 1
      }
    }
    return start
  }
}
