import Foundation

/// Reads the bytes of a step; bytes that make no sense are `JournalError.damaged`, never a trap.
struct JournalReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ data: Data) { bytes = [UInt8](data) }

  mutating func byte() throws -> UInt8 {
    guard place < bytes.count else { throw JournalError.damaged }
    defer { place += 1 }
    return bytes[place]
  }

  /// A number of things that take at least one byte in all for each run; never more than there can be.
  mutating func count() throws -> Int {
    guard let count = Int(exactly: try integer()), count <= 1 << 32 else { throw JournalError.damaged }
    return count
  }

  mutating func integer() throws -> UInt64 {
    var (result, shift): (UInt64, UInt64) = (0, 0)
    while true {
      let byte = try byte()
      guard shift < 64 else { throw JournalError.damaged }
      result |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return result }
      shift += 7
    }
  }

  mutating func signed() throws -> Int64 {
    let zigzag = try integer()
    return Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1)
  }

  mutating func ascending(_ count: Int) throws -> [Int64] {
    guard count <= bytes.count - place else { throw JournalError.damaged }
    var last: Int64 = 0
    return try (0..<count).map { _ in
      last &+= try signed()
      return last
    }
  }

  mutating func value() throws -> JournalValue {
    switch try byte() {
    case 0: return .none
    case 1: return .integer(try signed())
    case 2:
      return .real(Double(bitPattern: try take(8).enumerated().reduce(0) { $0 | UInt64($1.1) << UInt64($1.0 * 8) }))
    case 3: return .text(try text())
    case 4: return .uuid(try uuid())
    case 5: return .keys(try ascending(try count()))
    default: throw JournalError.damaged
    }
  }

  private mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
    guard count <= bytes.count - place else { throw JournalError.damaged }
    defer { place += count }
    return bytes[place..<place + count]
  }

  private mutating func text() throws -> String {
    guard let text = String(validating: try take(try count()), as: UTF8.self) else { throw JournalError.damaged }
    return text
  }

  private mutating func uuid() throws -> UUID {
    var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    let bytes = try take(16)
    withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
    return UUID(uuid: uuid)
  }
}
