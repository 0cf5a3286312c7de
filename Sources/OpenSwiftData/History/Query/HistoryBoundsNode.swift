import Foundation

/// A node of a predicate over transactions that narrows what has to be looked at.
protocol HistoryBoundsNode {
  func narrow(_ bounds: inout HistoryBounds)
}

extension PredicateExpressions.Conjunction: HistoryBoundsNode {
  func narrow(_ bounds: inout HistoryBounds) {
    bounds.narrow(lhs)
    bounds.narrow(rhs)
  }
}

extension PredicateExpressions.Equal: HistoryBoundsNode {
  func narrow(_ bounds: inout HistoryBounds) { bounds.narrow(lhs, .equal, rhs) }
}

extension PredicateExpressions.Comparison: HistoryBoundsNode {
  func narrow(_ bounds: inout HistoryBounds) {
    let comparison: HistoryComparison? =
      switch op {
      case .lessThan: .less
      case .lessThanOrEqual: .lessOrEqual
      case .greaterThan: .greater
      case .greaterThanOrEqual: .greaterOrEqual
      @unknown default: nil
      }
    if let comparison { bounds.narrow(lhs, comparison, rhs) }
  }
}

extension PredicateExpressions.PredicateEvaluate: HistoryBoundsNode {
  func narrow(_ bounds: inout HistoryBounds) {
    for (variable, input) in repeat (each predicate.variable, each input) {
      guard let input = input as? any HistoryVariableNode, bounds.isTransaction(input.key) else { continue }
      bounds.insertTransaction(variable.key)
    }
    bounds.narrow(predicate.expression)
  }
}

extension HistoryBounds {
  /// Takes in a comparison of two sides, of which one is a property of the transaction and the other is known.
  fileprivate mutating func narrow(_ left: Any, _ comparison: HistoryComparison, _ right: Any) {
    if let property = property(left), let constant = PredicateConstant(right) {
      narrow(property, comparison, constant.value)
    } else if let constant = PredicateConstant(left), let property = property(right) {
      narrow(property, comparison.mirrored, constant.value)
    }
  }

  /// The property of the transaction that a node is, or nil.
  private func property(_ node: Any) -> AnyKeyPath? {
    guard let node = node as? any HistoryPropertyNode, let variable = node.variable, isTransaction(variable) else {
      return nil
    }
    return node.property
  }
}

/// A node that is a property of something.
private protocol HistoryPropertyNode {
  var property: AnyKeyPath { get }
  /// The variable whose property it is, or nil.
  var variable: PredicateExpressions.VariableID? { get }
}

extension PredicateExpressions.KeyPath: HistoryPropertyNode {
  fileprivate var property: AnyKeyPath { keyPath }
  fileprivate var variable: PredicateExpressions.VariableID? { (root as? any HistoryVariableNode)?.key }
}

/// A node that is a variable.
private protocol HistoryVariableNode {
  var key: PredicateExpressions.VariableID { get }
}

extension PredicateExpressions.Variable: HistoryVariableNode {}
