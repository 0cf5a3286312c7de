import COpenSwiftDataSQLite
import Foundation

extension TextCollation {
  /// Makes the collation known to a connection (https://www.sqlite.org/c3ref/create_collation.html).
  func register(on connection: Connection) throws(SQLiteError) {
    // The connection owns one reference and releases it when it closes.
    let context = Unmanaged.passRetained(Box(self)).toOpaque()
    let result = sqlite3_create_collation_v2(
      connection.handle, rawValue, SQLITE_UTF8, context,
      { context, leftCount, left, rightCount, right in
        guard let context else { return 0 }
        let collation = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue().collation
        return collation.compare(
          UnsafeRawBufferPointer(start: left, count: Int(leftCount)),
          UnsafeRawBufferPointer(start: right, count: Int(rightCount)))
      },
      { box in box.map { Unmanaged<Box>.fromOpaque($0).release() } })
    guard result == SQLITE_OK else { throw SQLiteError(handle: connection.handle) }
  }

  private final class Box: Sendable {
    let collation: TextCollation
    init(_ collation: TextCollation) { self.collation = collation }
  }

  private func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int32 {
    if ordersASCIIByBytes, left.isASCII, right.isASCII { return left.compareBytes(right) }
    if self == .localizedStandard, let result = PlainTextOrder.compare(left, right) { return Int32(result.rawValue) }
    return Int32(compare(String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self)).rawValue)
  }
}

extension Collection<UInt8> {
  var isASCII: Bool { allSatisfy { $0 < 0x80 } }
}

extension UnsafeRawBufferPointer {
  /// Less than, equal to or greater than zero, by the order of the bytes.
  func compareBytes(_ other: UnsafeRawBufferPointer) -> Int32 {
    let shared = Swift.min(count, other.count)
    if shared > 0, let start = baseAddress, let otherStart = other.baseAddress {
      let order = memcmp(start, otherStart, shared)
      if order != 0 { return order }
    }
    return Int32((count - other.count).signum())
  }
}
