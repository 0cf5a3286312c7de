extension JournalBatch {
  /// The fields of a row that differ, by their places in the batch.
  struct Differences: Hashable {
    private var bits: UInt32 = 0

    var isEmpty: Bool { bits == 0 }

    func contains(_ place: Int) -> Bool { bits & 1 << place != 0 }

    mutating func insert(_ place: Int) { bits |= 1 << place }
  }

  /// What differs in each row.
  var differences: [Differences] {
    var differences = Array(repeating: Differences(), count: keys.count)
    for place in fields.indices {
      let (before, after) = (before[place], after[place])
      for row in keys.indices where before[row] != after[row] { differences[row].insert(place) }
    }
    return differences
  }

  /// The rows that differ, in a batch for each set of fields, with these fields only.
  var groupedByDifferences: [JournalBatch] {
    let differences = differences
    var groups: [(fields: Differences, rows: [Int])] = []
    var indexes: [Differences: Int] = [:]
    for (row, fields) in differences.enumerated() where !fields.isEmpty {
      if let index = indexes[fields] {
        groups[index].rows.append(row)
      } else {
        indexes[fields] = groups.count
        groups.append((fields, [row]))
      }
    }
    return groups.map { group in filter(group.rows, fields: fields.indices.filter(group.fields.contains)) }
  }

  /// A part of the rows.
  func filter(_ isIncluded: (Int) -> Bool) -> JournalBatch {
    let rows = keys.indices.filter(isIncluded)
    return rows.count == keys.count ? self : filter(rows, fields: Array(fields.indices))
  }

  private func filter(_ rows: [Int], fields places: [Int]) -> JournalBatch {
    func part(_ side: [[JournalValue]]) -> [[JournalValue]] {
      guard !side.isEmpty else { return [] }
      return places.map { place in rows.count == keys.count ? side[place] : rows.map { side[place][$0] } }
    }
    return JournalBatch(
      entity, kind, places.map { fields[$0] }, keys: rows.map { keys[$0] }, before: part(before), after: part(after))
  }

  /// The rows in batches that have each row once: a step of an older version may have changed a row twice.
  var partsWithDistinctKeys: [JournalBatch] {
    guard Set(keys).count < keys.count else { return [self] }
    var parts: [JournalBatch] = []
    var (start, seen): (Int, Set<Int64>) = (0, [])
    for (row, key) in keys.enumerated() where !seen.insert(key).inserted {
      parts.append(filter { (start..<row).contains($0) })
      (start, seen) = (row, [key])
    }
    return parts + [filter { $0 >= start }]
  }

  /// A batch with one more field, calculated from another one.
  func adding(
    _ field: JournalField, from other: JournalField, _ value: (JournalValue) -> JournalValue
  ) -> JournalBatch {
    guard let place = fields.firstIndex(of: other) else { return self }
    func extended(_ side: [[JournalValue]]) -> [[JournalValue]] {
      side.isEmpty ? [] : side + [side[place].map(value)]
    }
    return JournalBatch(
      entity, kind, fields + [field], keys: keys, before: extended(before), after: extended(after))
  }
}
