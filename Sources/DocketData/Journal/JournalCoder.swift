import Foundation

/// Encodes the changes of a step as bytes, and decodes them.
///
/// Keys are differences to their neighbours, columns are runs of equal values, and integers have variable length. So ten
/// thousand rows that were completed at once take about 20 kB, and 100 kB more if their update times before differed.
enum JournalCoder {
  private static let version: UInt8 = 1

  static func encode(_ changes: JournalChanges) -> Data {
    var writer = JournalWriter()
    writer.byte(version)
    writer.count(changes.batches.count)
    for batch in changes.batches { encode(batch, to: &writer) }
    return Data(writer.bytes)
  }

  static func decode(_ data: Data) throws -> JournalChanges {
    var reader = JournalReader(data)
    guard try reader.byte() == version else { throw JournalError.damaged }
    var batches: [JournalBatch] = []
    for _ in 0..<(try reader.count()) { batches.append(try decodeBatch(&reader)) }
    return JournalChanges(batches: batches)
  }

  private static func encode(_ batch: JournalBatch, to writer: inout JournalWriter) {
    writer.byte(batch.entity.rawValue)
    writer.byte(batch.kind.rawValue)
    writer.count(batch.fields.count)
    for field in batch.fields { writer.byte(field.rawValue) }
    writer.keys(batch.keys)
    for column in batch.before + batch.after { encode(column, to: &writer) }
  }

  private static func encode(_ column: [JournalValue], to writer: inout JournalWriter) {
    var start = 0
    while start < column.count {
      var end = start + 1
      while end < column.count, column[end] == column[start] { end += 1 }
      writer.count(end - start)
      writer.value(column[start])
      start = end
    }
  }

  private static func decodeBatch(_ reader: inout JournalReader) throws -> JournalBatch {
    guard let entity = JournalEntity(rawValue: try reader.byte()),
      let kind = JournalBatch.Kind(rawValue: try reader.byte())
    else { throw JournalError.damaged }
    let known = entity.fields
    var fields: [JournalField] = []
    for _ in 0..<(try reader.count()) {
      guard let field = JournalField(rawValue: try reader.byte()), known.contains(field),
        !fields.contains(field)
      else { throw JournalError.damaged }
      fields.append(field)
    }
    let keys = try reader.keys()
    return try JournalBatch(entity, kind, fields, keys: keys) { try decodeColumn(keys.count, &reader) }
  }

  private static func decodeColumn(_ count: Int, _ reader: inout JournalReader) throws -> [JournalValue] {
    var column: [JournalValue] = []
    while column.count < count {
      let length = try reader.count()
      guard length > 0, length <= count - column.count else { throw JournalError.damaged }
      column.append(contentsOf: repeatElement(try reader.value(), count: length))
    }
    return column
  }
}

private struct JournalWriter {
  // Appending single bytes to `Data` takes several times as long.
  private(set) var bytes: [UInt8] = []

  mutating func byte(_ byte: UInt8) { bytes.append(byte) }
  mutating func count(_ count: Int) { integer(UInt64(count)) }

  /// Writes seven bits a byte, the lowest first; the high bit says that more follow.
  ///
  /// Source: https://en.wikipedia.org/wiki/LEB128
  mutating func integer(_ integer: UInt64) {
    var rest = integer
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes small numbers of either sign in few bytes.
  mutating func signed(_ integer: Int64) { self.integer(UInt64(bitPattern: (integer << 1) ^ (integer >> 63))) }

  /// Writes the number of keys, and each as the difference to the one before.
  mutating func keys(_ keys: [Int64]) {
    count(keys.count)
    var last: Int64 = 0
    for key in keys {
      signed(key &- last)
      last = key
    }
  }

  mutating func value(_ value: JournalValue) {
    switch value {
    case .none: byte(0)
    case .integer(let integer):
      byte(1)
      signed(integer)
    case .real(let number):
      byte(2)
      withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    case .text(let text):
      byte(3)
      count(text.utf8.count)
      bytes.append(contentsOf: text.utf8)
    case .uuid(let uuid):
      byte(4)
      withUnsafeBytes(of: uuid.uuid) { bytes.append(contentsOf: $0) }
    case .keys(let keys):
      byte(5)
      self.keys(keys)
    }
  }
}

/// Reads the bytes of a step; invalid bytes throw `JournalError.damaged` and never trap.
private struct JournalReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ data: Data) { bytes = [UInt8](data) }

  mutating func byte() throws -> UInt8 {
    guard index < bytes.count else { throw JournalError.damaged }
    defer { index += 1 }
    return bytes[index]
  }

  /// Reads a number of things, of which there may be many in one run, within reason.
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

  mutating func keys() throws -> [Int64] {
    let count = try count()
    guard count <= bytes.count - index else { throw JournalError.damaged }
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
    case 5: return .keys(try keys())
    default: throw JournalError.damaged
    }
  }

  private mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
    guard count <= bytes.count - index else { throw JournalError.damaged }
    defer { index += count }
    return bytes[index..<index + count]
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
