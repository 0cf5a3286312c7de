/// A column with a full-text index, as a predicate looks at it.
struct FullTextColumn {
  let index: FullTextIndex
  /// The key of the row that has the column, as SQL.
  let key: String

  /// Nil if the column has no index.
  init?(_ column: ModelColumn, of table: EntityTable, key: String) {
    guard !table.fullText.isEmpty else { return nil }
    let name = EntityTable.columnName(column.name)
    guard let index = table.fullText.first(where: { $0.column == name }) else { return nil }
    self.init(index: index, key: key)
  }

  private init(index: FullTextIndex, key: String) {
    self.index = index
    self.key = key
  }

  /// The same column of the row that another key leads to.
  func found(by key: String) -> FullTextColumn { FullTextColumn(index: index, key: key) }
}

/// The rows for which a condition on a text can be true.
struct FullTextCandidates {
  /// What they have in common.
  enum Mark {
    case trigrams(FullTextQuery)
    /// A trigram that begins with a text.
    case beginning(String)
  }

  let column: FullTextColumn
  let mark: Mark
}
