/// Reads the first rows of a result, which can be shown before all have been read.
extension ResultsReader {
  /// How many rows are looked at before anything is shown; few enough for the main actor.
  private static var immediateScanLimit: Int { 2_000 }
  /// How many rows are looked at in the background, where finding all takes a scan of the table.
  private static var scanLimit: Int { 20_000 }
  /// How many rows are looked at in the background, where a full-text index finds all, which is fast if they are few.
  private static var scanLimitBesidesFullText: Int { 15_000 }
  /// How many rows are looked at without a match before matches are checked for being rare.
  private static var scanBeforeRareCheck: Int { 1_000 }
  /// Fewer rows than these are found and sorted faster than the first ones by a look at one row after the other.
  private static var few: Int { 2_000 }
  /// If a text is in fewer than one of so many rows, or than so many rows in all, a full-text index finds all of them in the
  /// time that a scan takes to find a page.
  private static var foundWithAPage: (oneIn: Int64, few: Int64) { (100, 640) }
  /// The same for the time that a scan takes to find the first.
  private static var foundWithTheFirst: (oneIn: Int64, few: Int64) { (1_024, 64) }
  /// How many rows are worth delivering before the others.
  private static var minPage: Int { 40 }
  /// Among how many known keys the first rows are looked for; to look at so many takes less than a search in an index.
  private static var maxKnown: Int { 4_000 }

  /// The first rows, if an index yields them without a scan; nil otherwise.
  ///
  /// They may be fewer than the limit although there are more.
  func contentAtOnce(limit: Int, on connection: Connection) throws -> ResultsContent? {
    guard isServedByIndex, query.select.takesMostRows else { return nil }
    if query.section == nil { return try firstRows(limit: limit, scanLimit: Self.immediateScanLimit, on: connection) }
    return query.select.condition == nil ? try content(limit: limit, on: connection) : nil
  }

  /// The first rows that match, found by looking at one row after the other: at those that matched a wider condition,
  /// or at all in the order of an index.
  ///
  /// - Parameter wider: the rows that matched a wider condition, in the same order; nil if they are not known.
  /// - Parameter onTimeout: called once if the timeout passes before the page is full: with the rows found so far, or
  ///   with the first one as soon as it is found.
  /// - Returns: nil if too few of the first rows match.
  func firstPage(
    limit: Int, among wider: OrderedKeys? = nil, on connection: Connection, onTimeout: (ResultsContent) -> Void
  ) throws -> ResultsContent? {
    let known = wider.map { $0[0..<min($0.count, Self.maxKnown)] }
    guard query.section == nil, query.page.isEverything, known != nil || isServedByIndex,
      try known != nil || !query.select.findsFew(limit: Self.few, on: connection)
    else { return nil }
    let end = ContinuousClock.now + timeout
    var (mayBeRare, deliveredCount) = (true, 0)
    let continues: ([Int64], Int) throws -> Bool = { found, scannedCount in
      guard deliveredCount == 0, found.count < limit, ContinuousClock.now >= end else { return true }
      if !found.isEmpty {
        deliveredCount = found.count
        onTimeout(ResultsContent(keys: OrderedKeys(found)))
        guard known == nil else { return true }
        // The others come with all.
        let rare = Self.foundWithAPage
        return try !query.select.fullText.listsFew(oneIn: rare.oneIn, orFewerThan: rare.few, on: connection)
      } else if mayBeRare, scannedCount >= Self.scanBeforeRareCheck {
        mayBeRare = try isFoundFasterByText(on: connection)
        return !mayBeRare
      }
      return true
    }
    let rows: ResultsContent
    if let known {
      rows = try firstRows(limit: limit, among: known, on: connection, while: continues)
    } else {
      let scanLimit = query.select.fullText.isUsed ? Self.scanLimitBesidesFullText : Self.scanLimit
      rows = try firstRows(limit: limit, scanLimit: scanLimit, on: connection, while: continues)
    }
    // If all that may match were looked at, no others are to be expected.
    let least = known != nil && known?.count == wider?.count ? 1 : min(limit, Self.minPage)
    return rows.keys.count >= (deliveredCount > 0 ? deliveredCount + 1 : least) ? rows : nil
  }

  /// Whether the texts are so rare that a full-text index finds all matches faster than a scan finds the first.
  private func isFoundFasterByText(on connection: Connection) throws -> Bool {
    guard query.select.fullText.isUsed else { return try searchesRareTexts(on: connection) }
    let rare = Self.foundWithTheFirst
    return try query.select.fullText.listsFew(oneIn: rare.oneIn, orFewerThan: rare.few, on: connection)
  }

  private var isServedByIndex: Bool { query.isOrdered && query.residual == nil && query.select.hasIndexedOrder }

  /// - Parameter continues: asked after each row, with the keys that matched so far and the number of rows looked at.
  private func firstRows(
    limit: Int, scanLimit: Int, on connection: Connection,
    while continues: ([Int64], Int) throws -> Bool = { _, _ in true }
  ) throws -> ResultsContent {
    let condition = query.rowCondition
    let scanLimit = condition == nil ? limit : scanLimit
    let statement = try connection.statement(query.select.firstRowsSQL(condition, scanLimit: scanLimit))
    try statement.bind(condition?.arguments ?? [])
    return try firstRows(limit: limit, of: statement, isConditional: condition != nil, while: continues)
  }

  /// The first of some rows, in the order of their keys.
  ///
  /// - Complexity: O(m log n) for m keys, in a table of n rows.
  private func firstRows(
    limit: Int, among known: OrderedKeys, on connection: Connection, while continues: ([Int64], Int) throws -> Bool
  ) throws -> ResultsContent {
    guard let condition = query.rowCondition else { return ResultsContent(keys: known) }
    let keys = SQLiteValue.text("[\(known.all.map(String.init).joined(separator: ","))]")
    let sql = query.select.knownRowsSQL(condition, keys: "?\(condition.arguments.count + 1)")
    let statement = try connection.statement(sql)
    try statement.bind(condition.arguments + [keys])
    return try firstRows(limit: limit, of: statement, isConditional: true, while: continues)
  }

  private func firstRows(
    limit: Int, of statement: Statement, isConditional: Bool, while continues: ([Int64], Int) throws -> Bool
  ) throws -> ResultsContent {
    defer { statement.reset() }
    var keys: [Int64] = []
    var scannedCount = 0
    while keys.count < limit, try statement.step() {
      // NULL means that the condition is unknown, and reads as 0.
      if !isConditional || statement.integer(1) != 0 { keys.append(statement.integer(0)) }
      scannedCount += 1
      guard try continues(keys, scannedCount) else { break }
    }
    return ResultsContent(keys: OrderedKeys(keys))
  }
}
