extension Comparable {
  /// The value nearest to this one in `range`.
  func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
