/// A map from keys to rows in which neighbours usually lead to neighbours, so that thousands of entries are one run.
struct KeyRuns {
  struct Run {
    var keys: ClosedRange<Int64>
    let entity: EntityIdentity
    /// What has to be added to a key to get the row's.
    let distance: Int64
  }

  /// Sorted by key; no two overlap.
  private(set) var runs: [Run] = []

  /// - Complexity: O(log n) in the number of runs.
  subscript(key: Int64) -> (entity: EntityIdentity, key: Int64)? {
    let index = firstIndex(reaching: key)
    guard index < runs.count, runs[index].keys.contains(key) else { return nil }
    return (runs[index].entity, key + runs[index].distance)
  }

  /// Lets a key, which leads nowhere so far, lead to a row.
  ///
  /// - Complexity: O(log n) if the key is larger than all others, O(n) otherwise.
  mutating func insert(_ key: Int64, leadingTo row: Int64, of entity: EntityIdentity) {
    let index = firstIndex(reaching: key)
    let run = Run(keys: key...key, entity: entity, distance: row - key)
    guard index > 0, continues(runs[index - 1], run) else { return runs.insert(run, at: index) }
    runs[index - 1].keys = runs[index - 1].keys.lowerBound...key
  }

  /// Lets a key lead nowhere again.
  mutating func remove(_ key: Int64) {
    let index = firstIndex(reaching: key)
    guard index < runs.count, runs[index].keys.contains(key) else { return }
    let run = runs.remove(at: index)
    let rest = [(run.keys.lowerBound, key - 1), (key + 1, run.keys.upperBound)].filter { $0.0 <= $0.1 }
    runs.insert(
      contentsOf: rest.map { Run(keys: $0.0...$0.1, entity: run.entity, distance: run.distance) }, at: index)
  }

  private func continues(_ run: Run, _ next: Run) -> Bool {
    run.keys.upperBound + 1 == next.keys.lowerBound && run.distance == next.distance && run.entity == next.entity
  }

  /// The first run that does not end before the key.
  private func firstIndex(reaching key: Int64) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].keys.upperBound < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
