/// The first rows of a result, sooner than all of them.
extension ResultsReader {
  /// How many rows are looked at before anything is shown; few enough for the main actor.
  private static var reachAtOnce: Int { 2_000 }
  /// How many are looked at in the background, where all rows would be looked at otherwise.
  private static var reach: Int { 20_000 }
  /// The same where a full-text index finds all rows, which is quick if they are few.
  private static var reachBesidesFullText: Int { 15_000 }
  /// How many rows are looked at before what is not among them may be rare.
  private static var fewestOfRare: Int { 1_000 }
  /// How many rows are worth showing before the others.
  private static var fewest: Int { 40 }

  /// The first rows, if an index hands them out without a scan; nil otherwise.
  ///
  /// They may be fewer than the limit although there are more.
  func contentAtOnce(limit: Int, on connection: Connection) throws -> ResultsContent? {
    guard isServedByIndex, query.select.takesMostRows else { return nil }
    if query.section == nil { return try firstRows(limit: limit, reach: Self.reachAtOnce, on: connection) }
    return query.select.condition == nil ? try content(limit: limit, on: connection) : nil
  }

  /// The first rows of a condition that holds for many, found by looking at one row after the other; nil if they are not
  /// that close together.
  ///
  /// - Parameter soon: called if the reader's patience is over before the page is full, once, with the rows that have been
  ///   found by then, or else with the first one that is.
  func firstPage(
    limit: Int, on connection: Connection, soon: (ResultsContent) -> Void
  ) throws -> ResultsContent? {
    guard isServedByIndex, query.section == nil, query.page.isEverything else { return nil }
    let reach = query.select.usesFullText ? Self.reachBesidesFullText : Self.reach
    let end = ContinuousClock.now + patience
    var (mayBeRare, shown) = (true, 0)
    let rows = try firstRows(limit: limit, reach: reach, on: connection) { found, looked in
      guard shown == 0, found.count < limit, ContinuousClock.now >= end else { return true }
      if !found.isEmpty {
        shown = found.count
        soon(ResultsContent(keys: OrderedKeys(found)))
      } else if mayBeRare, looked >= Self.fewestOfRare {
        mayBeRare = try isFoundByText(on: connection)
        return !mayBeRare
      }
      return true
    }
    let isPage = rows.keys.count >= min(limit, Self.fewest)
    return isPage || shown > 0 && rows.keys.count > shown ? rows : nil
  }

  /// Whether what is rare is found sooner by its text than by looking at all rows.
  private func isFoundByText(on connection: Connection) throws -> Bool {
    guard query.select.usesFullText else { return try searchesRareTexts(on: connection) }
    return try query.select.lookUps.allSatisfy { try $0.isRare(on: connection) }
  }

  private var isServedByIndex: Bool { query.isOrdered && query.residual == nil && query.select.hasIndexedOrder }

  /// - Parameter goesOn: asked after each row that was looked at, with the keys of those for which the condition holds and
  ///   the number of all.
  private func firstRows(
    limit: Int, reach: Int, on connection: Connection, while goesOn: ([Int64], Int) throws -> Bool = { _, _ in true }
  ) throws -> ResultsContent {
    let condition = query.rowCondition
    let reach = condition == nil ? limit : reach
    let statement = try connection.statement(query.select.firstRowsSQL(condition, reach: reach))
    defer { statement.reset() }
    try statement.bind(condition?.arguments ?? [])
    var keys: [Int64] = []
    var looked = 0
    while keys.count < limit, try statement.step() {
      // A condition that is unknown does not hold.
      if condition == nil || statement.integer(1) != 0 { keys.append(statement.integer(0)) }
      looked += 1
      guard try goesOn(keys, looked) else { break }
    }
    return ResultsContent(keys: OrderedKeys(keys))
  }
}
