import Foundation

/// What SQL can say of a predicate over transactions: every transaction that matches lies within.
///
/// The predicate is evaluated on what SQL finds, so that bounds may be wider than the predicate but never narrower.
struct HistoryBounds {
  /// The token after which the predicate wants to know everything.
  private(set) var token: Int64?

  /// The stores whose tokens the predicate names.
  private(set) var storesOfTokens: Set<String> = []

  private let storeIdentifier: String
  /// The variables that stand for the transaction, in the predicate and in those inside of it.
  private var transactions: Set<PredicateExpressions.VariableID> = []
  private var conditions: [String] = []
  private(set) var arguments: [SQLiteValue] = []

  init(_ predicate: Predicate<DefaultHistoryTransaction>?, storeIdentifier: String) {
    self.storeIdentifier = storeIdentifier
    guard let predicate else { return }
    transactions.insert(predicate.variable.key)
    narrow(predicate.expression)
  }

  /// Whether a variable stands for the transaction.
  func isTransaction(_ variable: PredicateExpressions.VariableID) -> Bool { transactions.contains(variable) }

  /// Says that the variable of a predicate inside the predicate stands for the transaction too.
  mutating func insertTransaction(_ variable: PredicateExpressions.VariableID) { transactions.insert(variable) }

  /// The condition, with as many parameters as there are arguments.
  var sql: String { conditions.isEmpty ? "TRUE" : conditions.joined(separator: " AND ") }

  /// Takes in a part of the predicate that must hold; parts that say nothing in SQL are passed over.
  mutating func narrow(_ part: Any) { (part as? any HistoryBoundsNode)?.narrow(&self) }

  /// Takes in a comparison of a transaction's property with a value.
  mutating func narrow(_ keyPath: AnyKeyPath, _ comparison: HistoryComparison, _ value: Any) {
    switch (keyPath, value) {
    case (\DefaultHistoryTransaction.token, let token as DefaultHistoryToken): narrow(comparison, token)
    case (\DefaultHistoryTransaction.transactionIdentifier, let number as Int64),
      (\DefaultHistoryTransaction.id, let number as Int64):
      narrow("id", comparison, .integer(number))
    case (\DefaultHistoryTransaction.timestamp, let date as Date):
      narrow("timestamp", comparison, .real(date.timeIntervalSinceReferenceDate))
    case (\DefaultHistoryTransaction.author, let author as String) where comparison == .equal:
      // Swift finds canonically equivalent texts equal, SQLite compares bytes.
      narrow("author COLLATE \(TextCollation.swift.rawValue)", comparison, .text(author))
    default: break
    }
  }

  /// A token of another store is compared by the predicate itself.
  private mutating func narrow(_ comparison: HistoryComparison, _ token: DefaultHistoryToken) {
    storesOfTokens.insert(token.storeIdentifier)
    guard token.storeIdentifier == storeIdentifier else { return }
    narrow("id", comparison, .integer(token.transaction))
    // Who asks for a token and what follows has seen it: what it let go of is what comes after.
    if comparison == .greater || comparison == .greaterOrEqual {
      self.token = max(self.token ?? .min, token.transaction)
    }
  }

  private mutating func narrow(_ column: String, _ comparison: HistoryComparison, _ value: SQLiteValue) {
    conditions.append("\(column) \(comparison.rawValue) ?")
    arguments.append(value)
  }
}

/// How a property is compared with a value, and the SQL of it.
enum HistoryComparison: String {
  case less = "<"
  case lessOrEqual = "<="
  case equal = "="
  case greaterOrEqual = ">="
  case greater = ">"

  /// The same comparison with the sides exchanged.
  var mirrored: HistoryComparison {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .equal: .equal
    case .greaterOrEqual: .lessOrEqual
    case .greater: .less
    }
  }
}
