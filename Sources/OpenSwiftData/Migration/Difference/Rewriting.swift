/// How an old value is written anew when its attribute changes.
enum Rewriting: Sendable {
  /// In the spelling of the new type, which look-ups compare with.
  case spelling(CanonicalSpelling)
  /// Data that is kept in a file moves into the store.
  case fromFiles

  /// The SQL that holds for the values that have to be looked at, with the new column.
  func condition(_ column: String) -> String { "typeof(\(column)) = 'text'" }

  /// The new value of an old text; nil if it has none.
  func value(of text: String, on connection: Connection) -> SQLiteValue? {
    switch self {
    case .spelling(let spelling): spelling.spell(text).map { .text($0) }
    case .fromFiles: (try? connection.externalData?.data(named: text)).map { .blob($0) }
    }
  }
}
