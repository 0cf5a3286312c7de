import Foundation

/// `+`, `-` and `*`.
extension PredicateExpressions.Arithmetic: CalculationNode {
  var function: NumberFunction? { NumberFunction(op) }

  var inMemory: MemoryExpression<LHS.Output> {
    guard let function else { return MemoryExpression(self) }
    let (lhs, rhs) = (lhs.memory, rhs.memory)
    return MemoryExpression { try function.result(lhs.evaluate($0), rhs.evaluate($0)) }
  }
}

/// `/` of integers.
extension PredicateExpressions.IntDivision: CalculationNode {
  var function: NumberFunction? { .divide }
}

/// `%` of integers.
extension PredicateExpressions.IntRemainder: CalculationNode {
  var function: NumberFunction? { .remainder }
}

/// `/` of floating-point numbers.
extension PredicateExpressions.FloatDivision: CalculationNode {
  var function: NumberFunction? { .divide }

  var inMemory: MemoryExpression<LHS.Output> {
    MemoryExpression(PredicateExpressions.FloatDivision<_, _>(lhs: lhs.memory, rhs: rhs.memory))
  }
}

/// `-` of one number.
extension PredicateExpressions.UnaryMinus: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.calculation(.subtract, PredicateExpressions.Value(Wrapped.Output.zero), wrapped)
  }

  var inMemory: MemoryExpression<Wrapped.Output> {
    let wrapped = wrapped.memory
    return MemoryExpression { bindings in
      let value = try wrapped.evaluate(bindings)
      // Zero minus zero would lose the sign of a floating-point zero.
      guard value is any FixedWidthInteger else { return -value }
      return try NumberFunction.subtract.result(.zero, value)
    }
  }
}

// MARK: - What calculations share

protocol CalculationNode: PredicateNode {
  associatedtype LHS: PredicateExpression
  associatedtype RHS: PredicateExpression

  var lhs: LHS { get }
  var rhs: RHS { get }
  /// Nil for an operator added by a later version of Foundation.
  var function: NumberFunction? { get }
}

extension CalculationNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    guard let function else { throw PredicateTranslator.Unsupported(node: "\(Self.self)") }
    return try translator.calculation(function, lhs, rhs)
  }
}

extension CalculationNode where Output: BinaryInteger, LHS.Output == Output, RHS.Output == Output {
  var inMemory: MemoryExpression<Output> {
    guard let function else { return MemoryExpression(self) }
    let (lhs, rhs) = (lhs.memory, rhs.memory)
    return MemoryExpression { try function.quotient(lhs.evaluate($0), rhs.evaluate($0)) }
  }
}

extension PredicateTranslator {
  /// A calculation; NULL if it overflows or divides by zero, where Swift would trap.
  fileprivate mutating func calculation(_ function: NumberFunction, _ lhs: Any, _ rhs: Any) throws -> SQLTerm {
    let (left, right) = (try expression(lhs), try expression(rhs))
    guard left.kind == right.kind, case .number(let type) = left.kind else {
      throw Unsupported(node: "\(function) of \(left.kind) and \(right.kind)")
    }
    if type.isInteger { noteFailure() }
    let sql = "\(function.rawValue)(\(left.sql), \(right.sql), \(type.rawValue))"
    return .value(
      SQLExpression(
        sql: sql, kind: left.kind, isStrict: left.isStrict && right.isStrict,
        mayBeNaN: type == .float || type == .double))
  }
}

/// A calculation with Swift's types that doesn't trap; the raw value is the name of the SQL function.
enum NumberFunction: String, CaseIterable, Sendable {
  case add = "number_add"
  case subtract = "number_subtract"
  case multiply = "number_multiply"
  case divide = "number_divide"
  case remainder = "number_remainder"

  /// Nil for an operator added by a later version of Foundation.
  fileprivate init?(_ operation: PredicateExpressions.ArithmeticOperator) {
    switch operation {
    case .add: self = .add
    case .subtract: self = .subtract
    case .multiply: self = .multiply
    @unknown default: return nil
    }
  }

  // MARK: - Calculating

  /// The result, or nil if it overflows or divides by zero.
  func apply<Integer: FixedWidthInteger>(_ left: Integer, _ right: Integer) -> Integer? {
    let (result, overflow) =
      switch self {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      case .divide: left.dividedReportingOverflow(by: right)
      case .remainder: left.remainderReportingOverflow(dividingBy: right)
      }
    return overflow ? nil : result
  }

  /// The result; nil for a remainder, which predicates have only for integers.
  func apply<Number: BinaryFloatingPoint>(_ left: Number, _ right: Number) -> Number? {
    switch self {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: left / right
    case .remainder: nil
    }
  }

  /// The result; nil for divisions, which predicates don't have for decimals.
  func apply(_ left: Decimal, _ right: Decimal) -> Decimal? {
    switch self {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide, .remainder: nil
    }
  }

  // MARK: - In memory

  /// - Throws: `CalculationFailure` where Swift's own operators would trap.
  fileprivate func result<Number: Numeric>(_ left: Number, _ right: Number) throws -> Number {
    if let left = left as? any FixedWidthInteger { return try checked(left, right) }
    switch self {
    case .add: return left + right
    case .subtract: return left - right
    case .multiply: return left * right
    case .divide, .remainder: throw CalculationFailure()
    }
  }

  /// - Throws: `CalculationFailure` where Swift's own operators would trap.
  fileprivate func quotient<Number: BinaryInteger>(_ left: Number, _ right: Number) throws -> Number {
    if let left = left as? any FixedWidthInteger { return try checked(left, right) }
    guard right != 0 else { throw CalculationFailure() }
    return self == .remainder ? left % right : left / right
  }

  private func checked<Integer: FixedWidthInteger, Number>(_ left: Integer, _ right: Number) throws -> Number {
    guard let right = right as? Integer, let result = apply(left, right) as? Number else { throw CalculationFailure() }
    return result
  }
}
