extension [Int64] {
  /// Each key once, at its first place.
  var uniqued: [Int64] {
    var seen: Set<Int64> = []
    return filter { seen.insert($0).inserted }
  }
}
