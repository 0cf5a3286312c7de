/// Finding out whether there is history that matters to somebody, without reading it.
extension HistoryLog {
  /// What matters to an observer of the history; empty sets stand for everything.
  struct Interest: Sendable {
    let entities: Set<String>
    let authors: Set<String>
  }

  /// Whether something that matters was committed after a token, or may have been.
  ///
  /// - Returns: that, and the last transaction that was looked at.
  func news(
    after token: Int64, of interest: Interest, on connection: Connection
  ) throws -> (isRelevant: Bool, token: Int64) {
    try connection.withReadTransaction {
      let latest = try latestToken(on: connection)
      guard latest > token else { return (false, token) }
      if try marks(on: connection).deleted > token { return (true, latest) }
      return (try hasTransactions(after: token, interest, connection), latest)
    }
  }

  private func hasTransactions(after token: Int64, _ interest: Interest, _ connection: Connection) throws -> Bool {
    let isOfInterest =
      condition("c.entity", interest.entities)
      + condition("t.author COLLATE \(TextCollation.swift.rawValue)", interest.authors)
    return try connection.integer(
      """
      SELECT EXISTS(SELECT 1 FROM openswiftdata_transaction t
      JOIN openswiftdata_change c ON c.transaction_id = t.id WHERE t.id > ?\(isOfInterest))
      """, [.integer(token)] + (interest.entities.sorted() + interest.authors.sorted()).map { .text($0) }) == 1
  }

  private func condition(_ column: String, _ values: Set<String>) -> String {
    values.isEmpty ? "" : " AND \(column) IN (\(values.map { _ in "?" }.joined(separator: ", ")))"
  }
}
