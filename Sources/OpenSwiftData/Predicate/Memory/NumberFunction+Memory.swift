extension NumberFunction {
  /// The result of a sum, a difference or a product.
  ///
  /// - Throws: `CalculationFailure` where Swift's own operators would stop the program.
  func result<Number: Numeric>(_ left: Number, _ right: Number) throws -> Number {
    if let left = left as? any FixedWidthInteger { return try checked(left, right) }
    switch self {
    case .add: return left + right
    case .subtract: return left - right
    case .multiply: return left * right
    case .divide, .remainder: throw CalculationFailure()
    }
  }

  /// The result of a division of integers.
  ///
  /// - Throws: `CalculationFailure` where Swift's own operators would stop the program.
  func quotient<Number: BinaryInteger>(_ left: Number, _ right: Number) throws -> Number {
    if let left = left as? any FixedWidthInteger { return try checked(left, right) }
    guard right != 0 else { throw CalculationFailure() }
    return self == .remainder ? left % right : left / right
  }

  private func checked<Integer: FixedWidthInteger, Number>(_ left: Integer, _ right: Number) throws -> Number {
    guard let right = right as? Integer, let result = apply(left, right) as? Number else { throw CalculationFailure() }
    return result
  }
}
