import DocketLocking

/// The sections of a result: the values of the section column in order, and the number of rows with each.
struct SectionRuns: Hashable, Sendable {
  /// A value of the section column, and the number of rows that have it.
  struct Section: Hashable, Sendable {
    let value: SQLiteValue
    var count: Int
  }

  private(set) var sections: [Section] = []

  /// Adds a row after all others.
  ///
  /// - Returns: whether it begins a section.
  mutating func append(_ value: SQLiteValue, of column: SectionColumn) -> Bool {
    if let last = sections.last, column.areEqual(last.value, value) {
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
    let index = firstIndex(notBefore: value, column)
    guard isSection(at: index, of: value, column) else {
      sections.insert(Section(value: value, count: 1), at: index)
      return true
    }
    sections[index].count += 1
    return false
  }

  /// Removes rows.
  ///
  /// - Parameter positions: the positions of the rows, ascending.
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
  ///
  /// - Complexity: O(log n) in the number of sections.
  func index(of value: SQLiteValue, _ column: SectionColumn) -> Int? {
    let index = firstIndex(notBefore: value, column)
    return isSection(at: index, of: value, column) ? index : nil
  }

  private func isSection(at index: Int, of value: SQLiteValue, _ column: SectionColumn) -> Bool {
    index < sections.count && !column.precedes(value, sections[index].value)
  }

  private func firstIndex(notBefore value: SQLiteValue, _ column: SectionColumn) -> Int {
    sections.partitioningIndex { !column.precedes($0.value, value) }
  }
}

/// The column whose values are the titles of sections.
struct SectionColumn: Sendable {
  let property: ModelProperty
  /// The value that rows without one get; nil gives them a section of their own.
  private let valueOfNil: SQLiteValue?
  /// The order of the sections: this column, perhaps by more than one comparison.
  private var order: [SortColumn] = []

  /// - Throws: `SwiftDataError.unsupportedKeyPath` unless the key path names a stored attribute.
  init(_ keyPath: AnyKeyPath, valueOfNil: SQLiteValue?, table: EntityTable) throws {
    property = try table.attribute(keyPath)
    self.valueOfNil = valueOfNil
  }

  /// The column with the order of the sections.
  func ordered(by order: [SortColumn]) -> SectionColumn {
    var ordered = self
    ordered.order = order
    return ordered
  }

  /// How values are compared if the order of the rows does not say: as an index of the column does, or else as Swift
  /// does.
  func collation(in table: EntityTable) -> TextCollation? {
    table.hasIndex(beginningWith: property.columns[0]) ? nil : property.sqlKind.collation
  }

  /// The value that stands for a row's section.
  func value(of stored: SQLiteValue) -> SQLiteValue { stored == .null ? valueOfNil ?? .null : stored }

  /// Whether the section of a value comes before that of another one.
  func precedes(_ left: SQLiteValue, _ right: SQLiteValue) -> Bool {
    SortKey(values: order.map { _ in left }, order: order)
      .precedes(SortKey(values: order.map { _ in right }, order: order))
  }

  /// Whether two values stand for the same section.
  func areEqual(_ left: SQLiteValue, _ right: SQLiteValue) -> Bool { !precedes(left, right) && !precedes(right, left) }

  /// Checks that a value can be read as a title.
  ///
  /// - Throws: `SwiftDataError` if the schema can't read it.
  func check(_ value: SQLiteValue) throws { _ = try property.value(from: value) }
}
