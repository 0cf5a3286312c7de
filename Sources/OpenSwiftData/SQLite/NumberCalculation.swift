import Foundation

/// Calculates as Swift does with the type of the operands; what would stop a program there is NULL here.
enum NumberCalculation {
  static func answer(_ call: SQLFunctionCall, _ function: NumberFunction) {
    guard let type = NumberType(rawValue: Int32(call.integer(2))) else { return call.answerNull() }
    switch type {
    case .int8: integers(call, function, Int8.self)
    case .int16: integers(call, function, Int16.self)
    case .int32: integers(call, function, Int32.self)
    case .int64: integers(call, function, Int64.self)
    case .uint8: integers(call, function, UInt8.self)
    case .uint16: integers(call, function, UInt16.self)
    case .uint32: integers(call, function, UInt32.self)
    case .uint64: integers(call, function, UInt64.self)
    case .float: floats(call, function, Float(call.real(0)), Float(call.real(1)))
    case .double: floats(call, function, call.real(0), call.real(1))
    case .decimal: decimals(call, function)
    }
  }

  /// -1, 0 or 1; 2 if one of the numbers is none, so that no comparison holds.
  static func compare(_ call: SQLFunctionCall) {
    let (left, right) = (call.real(0), call.real(1))
    call.answer(Int64(left < right ? -1 : left == right ? 0 : left > right ? 1 : 2))
  }

  private static func integers<Integer: FixedWidthInteger & ColumnValue>(
    _ call: SQLFunctionCall, _ function: NumberFunction, _: Integer.Type
  ) {
    guard let left = operand(call, 0) as Integer?, let right = operand(call, 1) as Integer?,
      let result = function.apply(left, right), case .integer(let integer)? = try? result.sqliteValue()
    else { return call.answerNull() }
    call.answer(integer)
  }

  private static func operand<Integer: ColumnValue>(_ call: SQLFunctionCall, _ index: Int) -> Integer? {
    try? Integer._read(ColumnReader(.integer(call.integer(index))))
  }

  private static func floats<Number: BinaryFloatingPoint>(
    _ call: SQLFunctionCall, _ function: NumberFunction, _ left: Number, _ right: Number
  ) {
    guard let result = function.apply(left, right) else { return call.answerNull() }
    call.answer(Double(result))
  }

  private static func decimals(_ call: SQLFunctionCall, _ function: NumberFunction) {
    guard let left = Decimal(string: call.text(0)), let right = Decimal(string: call.text(1)),
      let result = function.apply(left, right)
    else { return call.answerNull() }
    call.answer(result.description)
  }
}
