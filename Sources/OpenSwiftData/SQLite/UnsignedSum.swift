/// Adds up unsigned integers, which are stored shifted by 2^63.
final class UnsignedSum: AggregateFunctions.Accumulator {
  private var sum: UInt64?

  var result: SQLiteValue { sum.map { .integer(Int64(bitPattern: $0 ^ (1 << 63))) } ?? .null }

  func add(_ value: SQLiteValue) -> Bool {
    guard case .integer(let stored) = value else { return false }
    let (new, overflow) = (sum ?? 0).addingReportingOverflow(UInt64(bitPattern: stored) ^ (1 << 63))
    sum = new
    return !overflow
  }
}
