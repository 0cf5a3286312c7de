import Foundation

/// The transactions of the history that a predicate can match, as an SQL condition.
///
/// The predicate is evaluated on what SQL finds, so the bounds may be wider than the predicate but never narrower.
struct HistoryBounds {
  /// The token after which the predicate asks for everything.
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

  /// The condition, with as many parameters as there are arguments.
  var sql: String { conditions.isEmpty ? "TRUE" : conditions.joined(separator: " AND ") }

  /// Narrows by a part of the predicate that must hold; parts that SQL can't express are skipped.
  mutating func narrow(_ part: Any) { (part as? any PredicateNode)?.narrow(&self) }

  /// Narrows by a comparison of two sides, of which one is a property of the transaction and the other is known.
  mutating func narrow<Left: PredicateExpression, Right: PredicateExpression>(
    _ left: Left, _ comparison: ComparisonSign, _ right: Right
  ) {
    if let property = property(left), let constant = PredicateConstant(right) {
      narrow(property, comparison, constant.value)
    } else if let constant = PredicateConstant(left), let property = property(right) {
      narrow(property, comparison.mirrored, constant.value)
    }
  }

  /// Says what the variable of a predicate inside the predicate stands for.
  mutating func bind(_ variable: PredicateExpressions.VariableID, to input: Any) {
    guard let input = input as? TransactionVariable, transactions.contains(input.key) else { return }
    transactions.insert(variable)
  }

  private typealias TransactionVariable = PredicateExpressions.Variable<DefaultHistoryTransaction>

  /// The property of the transaction that a node is, or nil.
  private func property<Node: PredicateExpression>(_ node: Node) -> AnyKeyPath? {
    guard let node = node as? PredicateExpressions.KeyPath<TransactionVariable, Node.Output>,
      transactions.contains(node.root.key)
    else { return nil }
    return node.keyPath
  }

  private mutating func narrow(_ keyPath: AnyKeyPath, _ comparison: ComparisonSign, _ value: Any) {
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
  private mutating func narrow(_ comparison: ComparisonSign, _ token: DefaultHistoryToken) {
    storesOfTokens.insert(token.storeIdentifier)
    guard token.storeIdentifier == storeIdentifier else { return }
    narrow("id", comparison, .integer(token.transaction))
    // Who asks for a token and what follows it has seen that transaction; only what comes after it must not be gone.
    if comparison == .greater || comparison == .greaterOrEqual {
      self.token = max(self.token ?? .min, token.transaction)
    }
  }

  private mutating func narrow(_ column: String, _ comparison: ComparisonSign, _ value: SQLiteValue) {
    conditions.append("\(column) \(comparison.sql) ?")
    arguments.append(value)
  }
}
