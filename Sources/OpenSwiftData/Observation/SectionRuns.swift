/// How the rows of a result are divided into sections: the values of the section column and how often each comes.
struct SectionRuns: Hashable, Sendable {
  struct Section: Hashable, Sendable {
    let value: SQLiteValue
    var count: Int
  }

  private(set) var sections: [Section] = []

  /// Adds a row after all others.
  ///
  /// - Returns: whether it begins a section.
  mutating func append(_ value: SQLiteValue, of column: SectionColumn) -> Bool {
    if let last = sections.last, column.areOne(last.value, value) {
      sections[sections.count - 1].count += 1
      return false
    }
    sections.append(Section(value: value, count: 1))
    return true
  }

  /// Adds a row where its value belongs.
  ///
  /// - Returns: whether it begins a section.
  /// - Complexity: O(log n) in the number of sections, O(n) if it begins one.
  mutating func insert(_ value: SQLiteValue, of column: SectionColumn) -> Bool {
    if let index = index(of: value, column) {
      sections[index].count += 1
      return false
    }
    sections.insert(Section(value: value, count: 1), at: place(of: value, column))
    return true
  }

  /// Takes rows out.
  ///
  /// - Parameter positions: ascending.
  mutating func remove(at positions: [Int]) {
    let ends = sections.reduce(into: [Int]()) { ends, section in ends.append((ends.last ?? 0) + section.count) }
    var index = 0
    for position in positions {
      while index + 1 < ends.count, position >= ends[index] { index += 1 }
      sections[index].count -= 1
    }
    sections.removeAll { $0.count == 0 }
  }

  /// The sections of some of the rows.
  func clipped(to positions: Range<Int>) -> SectionRuns {
    var clipped = SectionRuns()
    var start = 0
    for section in sections {
      let part = (start..<(start + section.count)).clamped(to: positions)
      if !part.isEmpty { clipped.sections.append(Section(value: section.value, count: part.count)) }
      start += section.count
    }
    return clipped
  }

  /// The index of a value's section, or nil if there is none.
  func index(of value: SQLiteValue, _ column: SectionColumn) -> Int? {
    let index = place(of: value, column)
    return index < sections.count && !column.precedes(value, sections[index].value) ? index : nil
  }

  /// The index of the first section that does not come before a value.
  private func place(of value: SQLiteValue, _ column: SectionColumn) -> Int {
    var (low, high) = (0, sections.count)
    while low < high {
      let middle = (low + high) / 2
      if column.precedes(sections[middle].value, value) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
