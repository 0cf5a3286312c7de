import COpenSwiftDataSQLite

/// The aggregate functions that SQLite lacks: exact sums and extremes of decimals, sums of unsigned integers.
///
/// Source: https://www.sqlite.org/appfunc.html#the_aggregate_function_callbacks
enum AggregateFunctions {
  /// Takes in the values of one group.
  protocol Accumulator: AnyObject {
    init()

    /// - Returns: false if the value can't be taken in without loss.
    func add(_ value: SQLiteValue) -> Bool

    /// The outcome; `.null` if there was no value.
    var result: SQLiteValue { get }
  }

  /// What SQLite itself says when a sum of integers does not fit.
  static let overflowMessage = "integer overflow"

  static func register(on connection: Connection) throws(SQLiteError) {
    try add("decimal_sum", DecimalSum.self, to: connection)
    try add("decimal_min", DecimalMinimum.self, to: connection)
    try add("decimal_max", DecimalMaximum.self, to: connection)
    try add("unsigned_sum", UnsignedSum.self, to: connection)
  }

  /// Makes accumulators; SQLite keeps it with the function.
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
    _ name: String, _ type: any Accumulator.Type, to connection: Connection
  ) throws(SQLiteError) {
    // The connection owns one reference and releases it when it closes.
    let maker = Unmanaged.passRetained(Maker { type.init() }).toOpaque()
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
    group.accumulator.result.answer(call)
  }

  /// The group that a call is about; retained by the slot that SQLite keeps for it until `finish`.
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
