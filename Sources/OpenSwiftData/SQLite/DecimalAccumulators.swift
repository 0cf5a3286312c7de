import Foundation

/// Adds decimals up exactly; a sum with more digits than a decimal has is none.
final class DecimalSum: AggregateFunctions.Accumulator {
  private var sum: Decimal?

  var result: SQLiteValue { sum.map { .text($0.description) } ?? .null }

  func add(_ value: SQLiteValue) -> Bool {
    guard case .text(let text) = value, var addend = Decimal(string: text) else { return false }
    var total = sum ?? 0
    var new = Decimal()
    guard NSDecimalAdd(&new, &total, &addend, .plain) == .noError else { return false }
    sum = new
    return true
  }
}

/// Finds the smallest decimal: as texts they have another order.
final class DecimalMinimum: AggregateFunctions.Accumulator {
  private var smallest: Decimal?

  var result: SQLiteValue { smallest.map { .text($0.description) } ?? .null }

  func add(_ value: SQLiteValue) -> Bool {
    guard case .text(let text) = value, let decimal = Decimal(string: text) else { return false }
    smallest = min(smallest ?? decimal, decimal)
    return true
  }
}

/// Finds the largest decimal: as texts they have another order.
final class DecimalMaximum: AggregateFunctions.Accumulator {
  private var largest: Decimal?

  var result: SQLiteValue { largest.map { .text($0.description) } ?? .null }

  func add(_ value: SQLiteValue) -> Bool {
    guard case .text(let text) = value, let decimal = Decimal(string: text) else { return false }
    largest = max(largest ?? decimal, decimal)
    return true
  }
}
