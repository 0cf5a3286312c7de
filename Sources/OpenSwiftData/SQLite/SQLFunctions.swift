import Foundation

/// The SQL functions that predicates need and SQLite lacks.
///
/// Each answers NULL if one of its arguments is NULL.
enum SQLFunctions {
  static func register(on connection: Connection) throws(SQLiteError) {
    for function in all { try function.register(on: connection) }
    for collation in TextCollation.allCases { try collation.register(on: connection) }
  }

  private static let all: [SQLFunction] = texts + numbers

  private static let texts: [SQLFunction] = [
    SQLFunction(LocalizedSearch.functionName, 2) {
      $0.answer(LocalizedSearch.answer($0))
    },
    SQLFunction("string_contains", 2) { $0.answer(TextSearch.contains($0)) },
    SQLFunction("string_starts_with", 2) { $0.answer(TextSearch.startsWith($0)) },
    SQLFunction("string_count", 1) { $0.answer(Int64($0.text(0).count)) },
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
