extension ModelChanges {
  private struct Likeness: Hashable {
    let entity: EntityIdentity
    let kind: Kind
    let properties: [String]
  }

  /// Joins neighbouring rows that were changed alike, in whatever order they came.
  ///
  /// Models are saved in the order in which they were changed: an owner, its parts, the next owner. Within a
  /// transaction the order of the rows tells nothing.
  ///
  /// - Complexity: O(n log n) for n runs.
  mutating func compact() {
    guard runs.count > 1 else { return }
    var order: [Likeness] = []
    var keys: [Likeness: [ClosedRange<Int64>]] = [:]
    for run in runs {
      let likeness = Likeness(entity: run.entity, kind: run.kind, properties: run.properties)
      if keys[likeness] == nil { order.append(likeness) }
      keys[likeness, default: []].append(run.keys)
    }
    replaceRuns(
      order.flatMap { likeness in
        joined(keys[likeness] ?? []).map {
          Run(entity: likeness.entity, kind: likeness.kind, keys: $0, properties: likeness.properties)
        }
      })
  }

  private func joined(_ ranges: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
    var result: [ClosedRange<Int64>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound - 1 <= last.upperBound {
        result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }
}
