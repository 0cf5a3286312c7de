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

extension HistoryBounds {
  /// Takes in a comparison of two sides, of which one is a property and the other a value.
  fileprivate mutating func narrow(_ left: Any, _ comparison: HistoryComparison, _ right: Any) {
    if let property = left as? any HistoryPropertyNode, let value = right as? any HistoryValueNode {
      narrow(property.property, comparison, value.constant)
    } else if let value = left as? any HistoryValueNode, let property = right as? any HistoryPropertyNode {
      narrow(property.property, comparison.mirrored, value.constant)
    }
  }
}

/// A node that is a property of the transaction.
private protocol HistoryPropertyNode {
  var property: AnyKeyPath { get }
}

extension PredicateExpressions.KeyPath: HistoryPropertyNode {
  fileprivate var property: AnyKeyPath { keyPath }
}

/// A node that is a value known beforehand.
private protocol HistoryValueNode {
  var constant: Any { get }
}

extension PredicateExpressions.Value: HistoryValueNode {
  fileprivate var constant: Any { value }
}
