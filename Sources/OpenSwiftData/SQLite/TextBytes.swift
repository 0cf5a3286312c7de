import Foundation

extension Collection<UInt8> {
  /// Whether all bytes are ASCII.
  var isASCII: Bool { allSatisfy { $0 < 0x80 } }
}

extension UnsafeRawBufferPointer {
  /// Less than, equal to, or greater than zero, as the bytes are ordered.
  func compareBytes(_ other: UnsafeRawBufferPointer) -> Int32 {
    let shared = Swift.min(count, other.count)
    if shared > 0, let start = baseAddress, let otherStart = other.baseAddress {
      let order = memcmp(start, otherStart, shared)
      if order != 0 { return order }
    }
    return Int32((count - other.count).signum())
  }
}
