/// Finds the places of ordered rows among ordered keys with as few look-ups as it can.
///
/// Rows that belong into one gap are found together: a thousand rows for the end of the list need the look-ups of two.
struct ResultsMerge {
  /// Rows to be put before the key at a position.
  struct Placement {
    let position: Int
    var rows: Range<Int>
  }

  /// Thrown when so many look-ups were needed that reading everything anew is cheaper.
  struct TooExpensive: Error {}

  private let keys: OrderedKeys
  private let rows: [ResultRow]
  private let lookUp: (Int64) throws -> SortKey?
  private var budget: Int
  /// Sort keys by position: the first steps of every search are the same.
  private var known: [Int: SortKey] = [:]
  private var placements: [Placement] = []

  /// - Parameters:
  ///   - rows: in the order of the result.
  ///   - budget: how many look-ups there may be.
  ///   - lookUp: the place of a key in the order, or nil if it has no row.
  init(_ rows: [ResultRow], into keys: OrderedKeys, budget: Int, lookUp: @escaping (Int64) throws -> SortKey?) {
    self.rows = rows
    self.keys = keys
    self.budget = budget
    self.lookUp = lookUp
  }

  /// The placements, ascending.
  ///
  /// - Throws: `TooExpensive`, or what a look-up throws.
  /// - Complexity: O(g log n) look-ups for rows that belong into g gaps.
  mutating func placed() throws -> [Placement] {
    try place(rows.indices, low: 0, high: keys.count)
    return placements
  }

  private mutating func place(_ some: Range<Int>, low: Int, high: Int) throws {
    guard let first = some.first, let last = some.last else { return }
    let start = try position(of: first, low: low, high: high)
    let end = first == last ? start : try position(of: last, low: start, high: high)
    guard start < end else { return add(some, at: start) }
    let inner = (first + 1)..<last
    let middle = (inner.lowerBound + inner.upperBound) / 2
    add(first..<(first + 1), at: start)
    try place(inner.lowerBound..<middle, low: start, high: end)
    try place(middle..<inner.upperBound, low: start, high: end)
    add(last..<(last + 1), at: end)
  }

  private mutating func add(_ some: Range<Int>, at position: Int) {
    if let last = placements.last, last.position == position {
      placements[placements.count - 1].rows = last.rows.lowerBound..<some.upperBound
    } else {
      placements.append(Placement(position: position, rows: some))
    }
  }

  /// The position of the first key that does not come before a row.
  private mutating func position(of row: Int, low: Int, high: Int) throws -> Int {
    var (low, high) = (low, high)
    while low < high {
      let middle = (low + high) / 2
      if let other = try sortKey(at: middle), other.precedes(rows[row].sortKey) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  private mutating func sortKey(at position: Int) throws -> SortKey? {
    if let sortKey = known[position] { return sortKey }
    guard budget > 0 else { throw TooExpensive() }
    budget -= 1
    let sortKey = try lookUp(keys[position])
    known[position] = sortKey
    return sortKey
  }
}
