/// Reads what `ByteWriter` wrote, from bytes that may be damaged or hostile.
///
/// Never traps, and takes no more memory than a fixed multiple of the bytes: a count is believed only if as many bytes
/// are left.
package struct ByteReader {
  private let bytes: [UInt8]
  package private(set) var offset = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var rest: Int { bytes.count - offset }

  func error(_ reason: CodecError.Reason) -> CodecError { CodecError(reason: reason, offset: offset) }

  package mutating func byte() throws(CodecError) -> UInt8 {
    guard offset < bytes.count else { throw error(.truncated) }
    offset += 1
    return bytes[offset - 1]
  }

  package mutating func number() throws(CodecError) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      let byte = try byte()
      // The tenth byte has room for one bit.
      if shift == 63, byte > 1 { throw error(.oversizedNumber) }
      number |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return number }
    }
    throw error(.oversizedNumber)
  }

  mutating func signed() throws(CodecError) -> Int64 {
    let number = try number()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  /// A number of things that take a byte each, at least.
  package mutating func count() throws(CodecError) -> Int {
    let count = try number()
    guard count <= UInt64(rest) else { throw error(.impossibleCount(count)) }
    return Int(count)
  }

  package mutating func word() throws(CodecError) -> UInt64 {
    guard rest >= 8 else { throw error(.truncated) }
    offset += 8
    let start = offset - 8
    return bytes.withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: start, as: UInt64.self)) }
  }

  mutating func identity() throws(CodecError) -> SyncIdentity { SyncIdentity(high: try word(), low: try word()) }

  package mutating func text() throws(CodecError) -> String {
    let start = offset
    let count = try count()
    offset += count
    guard let text = String(validating: bytes[offset - count..<offset], as: UTF8.self) else {
      throw CodecError(reason: .invalidText, offset: start)
    }
    return text
  }

  package mutating func blob() throws(CodecError) -> [UInt8] {
    let count = try count()
    offset += count
    return Array(bytes[offset - count..<offset])
  }

  mutating func value() throws(CodecError) -> SyncValue {
    let tag = try number()
    switch tag {
    case UInt64(ValueTag.null): return .null
    case UInt64(ValueTag.integer): return .integer(try signed())
    case UInt64(ValueTag.real): return .real(Double(bitPattern: try word()))
    case UInt64(ValueTag.text): return .text(try text())
    case UInt64(ValueTag.blob): return .blob(try blob())
    case UInt64(ValueTag.identity): return .identity(try identity())
    default: return .opaque(tag: tag, bytes: try blob())
    }
  }

  /// Reads things after their number.
  mutating func list<Element>(
    _ element: (inout ByteReader) throws(CodecError) -> Element
  ) throws(CodecError) -> [Element] {
    var list: [Element] = []
    let count = try count()
    for _ in 0..<count { list.append(try element(&self)) }
    return list
  }

  package func expectEnd() throws(CodecError) {
    guard rest == 0 else { throw error(.trailingBytes) }
  }
}
