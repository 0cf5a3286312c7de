import Foundation

/// A calculation of SQL that overflows and divides as Swift does.
enum NumberFunction: String, CaseIterable, Sendable {
  case add = "number_add"
  case subtract = "number_subtract"
  case multiply = "number_multiply"
  case divide = "number_divide"
  case remainder = "number_remainder"
}

extension NumberFunction {
  /// The calculation of a node; nil for one that later versions of Foundation may bring.
  init?(_ operation: PredicateExpressions.ArithmeticOperator) {
    switch operation {
    case .add: self = .add
    case .subtract: self = .subtract
    case .multiply: self = .multiply
    @unknown default: return nil
    }
  }
}
