import DocketLocking

/// One step of keeping a result up to date: removes changed rows and inserts them where they belong now.
struct ResultsMaintenance<Element: PersistentModel> {
  private let reader: ResultsReader<Element>
  private let connection: Connection
  private(set) var content: ResultsContent

  init(_ content: ResultsContent, reader: ResultsReader<Element>, connection: Connection) {
    self.content = content
    self.reader = reader
    self.connection = connection
  }

  /// Applies changes.
  ///
  /// - Parameter ranges: the keys of the changed rows, ascending and merged.
  /// - Returns: false if everything has to be read anew, or that is cheaper.
  /// - Complexity: O(k log n) look-ups for k changed rows, fewer where they are next to each other; one pass over the
  ///   keys.
  mutating func apply(_ ranges: [ClosedRange<Int64>]) throws -> Bool {
    guard let changed = KeySet(ranges) else { return true }
    let positions = content.keys.remove(changed)
    content.sections?.remove(at: positions)
    do {
      try insert(try reader.rows(ranges, on: connection))
    } catch is RowPlacement.TooExpensive {
      return false
    }
    return fitPage()
  }

  private mutating func insert(_ rows: [ResultRow]) throws {
    let (reader, connection) = (reader, connection)
    let maxLookUps = max(256, content.keys.count / 16)
    var placement = RowPlacement(rows, among: content.keys, maxLookUps: maxLookUps) {
      try reader.sortKey(of: $0, on: connection)
    }
    // Rows that are not kept may come between the last one that is and a row that follows it.
    let (end, isExhaustive) = (content.keys.count, content.isExhaustive)
    let gaps = try placement.gaps().filter { $0.position < end || isExhaustive }
    let keys = rows.map(\.key)
    content.keys.insert(gaps.map { OrderedKeys.Insertion(position: $0.position, keys: keys[$0.rows]) })
    for row in gaps.lazy.flatMap(\.rows) { try insertSection(of: rows[row]) }
  }

  private mutating func insertSection(of row: ResultRow) throws {
    guard let section = reader.query.section else { return }
    let value = section.value(of: row.leadingValue)
    if content.sections?.insert(value, of: section) == true { try section.check(value) }
  }

  /// Drops rows far behind the page.
  ///
  /// - Returns: false if rows of the page are missing.
  private mutating func fitPage() -> Bool {
    let page = reader.query.page
    guard let needed = page.needed, let kept = page.kept, let maxKept = page.maxKept else { return true }
    if content.keys.count > maxKept { content.trim(to: kept) }
    return content.isExhaustive || content.keys.count >= needed
  }
}

/// Finds the positions of ordered rows among ordered keys with as few look-ups as it can.
///
/// Rows that belong in one gap are found together: a thousand rows for the end of the list need the look-ups of two.
private struct RowPlacement {
  /// Rows to be inserted before the key at a position.
  struct Gap {
    let position: Int
    var rows: Range<Int>
  }

  /// Thrown when so many look-ups would be needed that reading everything anew is cheaper.
  struct TooExpensive: Error {}

  private let keys: OrderedKeys
  private let rows: [ResultRow]
  private let lookUp: (Int64) throws -> SortKey?
  private var lookUpsLeft: Int
  /// Sort keys by position: the first steps of every search are the same.
  private var known: [Int: SortKey] = [:]
  private var found: [Gap] = []

  /// - Parameters:
  ///   - rows: in the order of the result.
  ///   - maxLookUps: how many look-ups there may be.
  ///   - lookUp: the position of a key in the order, or nil if it has no row.
  init(_ rows: [ResultRow], among keys: OrderedKeys, maxLookUps: Int, lookUp: @escaping (Int64) throws -> SortKey?) {
    self.rows = rows
    self.keys = keys
    lookUpsLeft = maxLookUps
    self.lookUp = lookUp
  }

  /// The gaps that the rows belong in, ascending.
  ///
  /// - Throws: `TooExpensive`, or what a look-up throws.
  /// - Complexity: O(g log n) look-ups for rows that belong in g gaps.
  mutating func gaps() throws -> [Gap] {
    try place(rows.indices, in: 0..<keys.count)
    return found
  }

  private mutating func place(_ some: Range<Int>, in positions: Range<Int>) throws {
    guard let first = some.first, let last = some.last else { return }
    let start = try position(of: first, in: positions)
    let end = first == last ? start : try position(of: last, in: start..<positions.upperBound)
    guard start < end else { return add(some, at: start) }
    let inner = (first + 1)..<last
    let middle = (inner.lowerBound + inner.upperBound) / 2
    add(first..<(first + 1), at: start)
    try place(inner.lowerBound..<middle, in: start..<end)
    try place(middle..<inner.upperBound, in: start..<end)
    add(last..<(last + 1), at: end)
  }

  private mutating func add(_ some: Range<Int>, at position: Int) {
    if let last = found.last, last.position == position {
      found[found.count - 1].rows = last.rows.lowerBound..<some.upperBound
    } else {
      found.append(Gap(position: position, rows: some))
    }
  }

  /// The position of the first key that does not come before a row.
  private mutating func position(of row: Int, in positions: Range<Int>) throws -> Int {
    let sortKey = rows[row].sortKey
    return try positions.partitioningIndex { try self.sortKey(at: $0)?.precedes(sortKey) != true }
  }

  private mutating func sortKey(at position: Int) throws -> SortKey? {
    if let sortKey = known[position] { return sortKey }
    guard lookUpsLeft > 0 else { throw TooExpensive() }
    lookUpsLeft -= 1
    let sortKey = try lookUp(keys[position])
    known[position] = sortKey
    return sortKey
  }
}
