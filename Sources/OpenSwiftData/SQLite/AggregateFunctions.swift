import COpenSwiftDataSQLite
import Foundation

/// The aggregate functions that SQLite lacks: exact sums and extremes of decimals, sums of unsigned integers.
///
/// Source: https://www.sqlite.org/appfunc.html#the_aggregate_function_callbacks
enum AggregateFunctions {
  fileprivate protocol Accumulator: AnyObject {
    /// - Returns: false if the value can't be added without loss.
    func add(_ value: SQLiteValue) -> Bool

    /// The aggregate; `.null` if there was no value.
    var result: SQLiteValue { get }
  }

  /// SQLite's own message for a sum of integers that does not fit.
  static let overflowMessage = "integer overflow"

  static func register(on connection: Connection) throws(SQLiteError) {
    try add("decimal_sum", to: connection) { DecimalSum() }
    try add("decimal_min", to: connection) { DecimalExtreme(isMinimum: true) }
    try add("decimal_max", to: connection) { DecimalExtreme(isMinimum: false) }
    try add("unsigned_sum", to: connection) { UnsignedSum() }
  }

  /// Makes an accumulator for each group; SQLite keeps it with the function.
  private final class Maker {
    let make: () -> any Accumulator

    init(_ make: @escaping () -> any Accumulator) { self.make = make }
  }

  /// One group's accumulator, in a box of a known size.
  private final class Group {
    let accumulator: any Accumulator
    var hasFailed = false

    init(_ accumulator: any Accumulator) { self.accumulator = accumulator }
  }

  private static func add(
    _ name: String, to connection: Connection, _ make: @escaping () -> any Accumulator
  ) throws(SQLiteError) {
    // The connection owns one reference and releases it when it closes.
    let maker = Unmanaged.passRetained(Maker(make)).toOpaque()
    let result = sqlite3_create_function_v2(
      connection.handle, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, maker, nil,
      { call, _, arguments in AggregateFunctions.step(call, arguments?[0]) },
      { call in AggregateFunctions.finish(call) },
      { maker in maker.map { Unmanaged<Maker>.fromOpaque($0).release() } })
    guard result == SQLITE_OK else { throw SQLiteError(handle: connection.handle) }
  }

  private static func step(_ call: OpaquePointer?, _ value: OpaquePointer?) {
    guard let group = group(of: call) else { return sqlite3_result_error_nomem(call) }
    let value = SQLiteValue(value)
    guard value != .null, !group.hasFailed else { return }
    group.hasFailed = !group.accumulator.add(value)
  }

  private static func finish(_ call: OpaquePointer?) {
    // Without a row there was no step, and there is no memory: https://www.sqlite.org/c3ref/aggregate_context.html
    guard let slot = slot(of: call, size: 0), let pointer = slot.pointee else { return sqlite3_result_null(call) }
    let group = Unmanaged<Group>.fromOpaque(pointer).takeRetainedValue()
    slot.pointee = nil
    guard !group.hasFailed else { return sqlite3_result_error(call, overflowMessage, -1) }
    group.accumulator.result.setResult(of: call)
  }

  /// The group of a call; retained by the slot that SQLite keeps for it until `finish`.
  private static func group(of call: OpaquePointer?) -> Group? {
    guard let slot = slot(of: call, size: MemoryLayout<UnsafeMutableRawPointer?>.size) else { return nil }
    if let pointer = slot.pointee { return Unmanaged<Group>.fromOpaque(pointer).takeUnretainedValue() }
    guard let maker = sqlite3_user_data(call) else { return nil }
    let group = Group(Unmanaged<Maker>.fromOpaque(maker).takeUnretainedValue().make())
    slot.pointee = Unmanaged.passRetained(group).toOpaque()
    return group
  }

  private static func slot(of call: OpaquePointer?, size: Int) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
    sqlite3_aggregate_context(call, Int32(size))?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }
}

/// Adds up decimals exactly; fails if the sum has more digits than a decimal can have.
private final class DecimalSum: AggregateFunctions.Accumulator {
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

/// Finds the smallest or the largest decimal: SQLite would order them as texts.
private final class DecimalExtreme: AggregateFunctions.Accumulator {
  private let isMinimum: Bool
  private var extreme: Decimal?

  init(isMinimum: Bool) { self.isMinimum = isMinimum }

  var result: SQLiteValue { extreme.map { .text($0.description) } ?? .null }

  func add(_ value: SQLiteValue) -> Bool {
    guard case .text(let text) = value, let decimal = Decimal(string: text) else { return false }
    extreme = extreme.map { isMinimum ? min($0, decimal) : max($0, decimal) } ?? decimal
    return true
  }
}

/// Adds up unsigned integers, which are stored shifted by 2^63.
private final class UnsignedSum: AggregateFunctions.Accumulator {
  private var sum: UInt64?

  var result: SQLiteValue { sum.map { .integer(Int64(bitPattern: $0 ^ (1 << 63))) } ?? .null }

  func add(_ value: SQLiteValue) -> Bool {
    guard case .integer(let stored) = value else { return false }
    let (new, overflow) = (sum ?? 0).addingReportingOverflow(UInt64(bitPattern: stored) ^ (1 << 63))
    sum = new
    return !overflow
  }
}
