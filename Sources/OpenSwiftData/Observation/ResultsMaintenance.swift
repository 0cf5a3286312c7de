/// One step of keeping a result up to date: takes changed rows out and puts them where they belong now.
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
  /// - Returns: false if reading everything anew is cheaper, or has to be.
  /// - Complexity: O(k log n) look-ups for k changed rows, fewer where they belong together; one pass over the keys.
  mutating func apply(_ ranges: [ClosedRange<Int64>]) throws -> Bool {
    guard let changed = KeySet(ranges) else { return true }
    let positions = content.keys.remove(changed)
    content.sections?.remove(at: positions)
    do {
      try insert(try reader.rows(ranges, on: connection))
    } catch is ResultsMerge.TooExpensive {
      return false
    }
    return fitPage()
  }

  private mutating func insert(_ rows: [ResultRow]) throws {
    let (reader, connection) = (reader, connection)
    let budget = max(256, content.keys.count / 16)
    var merge = ResultsMerge(rows, into: content.keys, budget: budget) { try reader.sortKey(of: $0, on: connection) }
    // What follows the last kept row of many may follow others that are not kept.
    let (end, isExhaustive) = (content.keys.count, content.isExhaustive)
    let placements = try merge.placed().filter { $0.position < end || isExhaustive }
    let keys = rows.map(\.key)
    content.keys.insert(placements.map { OrderedKeys.Insertion(position: $0.position, keys: keys[$0.rows]) })
    for row in placements.lazy.flatMap(\.rows) { try insertSection(of: rows[row]) }
  }

  private mutating func insertSection(of row: ResultRow) throws {
    guard let section = reader.query.section else { return }
    let value = section.value(of: row.leadingValue)
    if content.sections?.insert(value, of: section) == true { try section.check(value) }
  }

  /// Lets go of rows far behind the page.
  ///
  /// - Returns: false if rows of the page are missing.
  private mutating func fitPage() -> Bool {
    let page = reader.query.page
    guard let needed = page.needed, let kept = page.kept, let most = page.most else { return true }
    if content.keys.count > most { content.trim(to: kept) }
    return content.isExhaustive || content.keys.count >= needed
  }
}
