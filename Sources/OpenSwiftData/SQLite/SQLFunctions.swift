import Foundation

/// The SQL functions that predicates need and SQLite lacks.
///
/// Each answers NULL if one of its arguments is NULL.
enum SQLFunctions {
  static func register(on connection: Connection) throws(SQLiteError) {
    for function in all { try function.register(on: connection) }
    for collation in TextCollation.allCases { try collation.register(on: connection) }
  }

  private static let all: [SQLFunction] = texts + numbers + [hasKey]

  /// Whether a key is among many that are bound as one blob, which costs a statement no more than the copying of it.
  private static let hasKey = SQLFunction("has_key", 2) { $0.answer($0.hasKey($0.integer(1), inBlob: 0)) }

  private static let texts: [SQLFunction] = [
    SQLFunction(LocalizedSearch.functionName, 2) {
      $0.answer(LocalizedSearch.answer($0))
    },
    SQLFunction("string_contains", 2) { $0.answer(TextSearch.contains($0)) },
    SQLFunction("string_starts_with", 2) { $0.answer(TextSearch.startsWith($0)) },
    SQLFunction("string_count", 1) { $0.answer(Int64($0.text(0).count)) },
    SQLFunction("url_absolute_string", 1) { call in
      guard let url = try? URL._read(ColumnReader(.text(call.text(0)))) else { return call.answerNull() }
      call.answer(url.absoluteString)
    },
    SQLFunction("case_insensitive_compare", 2) {
      $0.answer(Int64($0.text(0).caseInsensitiveCompare($0.text(1)).rawValue))
    },
    SQLFunction("localized_compare", 2) { $0.answer(Int64($0.text(0).localizedCompare($0.text(1)).rawValue)) },
  ]

  private static let numbers: [SQLFunction] =
    NumberFunction.allCases.map { function in
      SQLFunction(function.rawValue, 3) { NumberCalculation.answer($0, function) }
    } + [SQLFunction("number_compare", 2) { NumberCalculation.compare($0) }]
}
