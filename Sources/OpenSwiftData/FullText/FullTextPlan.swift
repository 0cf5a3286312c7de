/// What full-text indexes do to find the rows of a query.
struct FullTextPlan: Sendable {
  /// What is looked up; empty where no index is asked.
  let lookUps: [FullTextCandidates]
  /// Whether the texts of all rows are searched, as no index is asked for them.
  let searchesAllTexts: Bool
  /// Whether all rows that may match are among those that the look-ups list.
  let listsAllMatches: Bool
  /// Whether the rows are read as the look-ups list them, and no other index finds them.
  private(set) var findsRows = false

  /// - Parameter translation: that of the query's predicate; nil without one.
  init(_ translation: PredicateTranslator.Translation?) {
    lookUps = translation?.lookUps ?? []
    searchesAllTexts = translation?.searchesTexts == true && lookUps.isEmpty
    listsAllMatches = translation?.isNarrowed == true
  }

  var isUsed: Bool { !lookUps.isEmpty }

  /// Has the rows read as the look-ups list them, if these list all that may match.
  func findingRows() -> FullTextPlan {
    var plan = self
    plan.findsRows = listsAllMatches
    return plan
  }

  /// Whether the look-ups list all rows that may match, and for each text fewer than one in so many, or than some.
  ///
  /// - Complexity: O(a small part of the rows).
  func listsFew(
    oneIn: Int64, orFewerThan few: Int64 = 1, on connection: Connection
  ) throws(SQLiteError) -> Bool {
    guard listsAllMatches else { return false }
    for lookUp in lookUps {
      guard try lookUp.isRare(oneIn: oneIn, orFewerThan: few, on: connection) else { return false }
    }
    return true
  }
}
