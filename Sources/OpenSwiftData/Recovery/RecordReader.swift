import Foundation

/// Takes a row's bytes apart.
///
/// Source: https://www.sqlite.org/fileformat.html#record_format
struct RecordReader {
  private let bytes: [UInt8]

  init(_ bytes: Data) { self.bytes = [UInt8](bytes) }

  /// The values; nil if they are not what they should be.
  func values() -> [SQLiteValue]? {
    var place = 0
    guard let size = variableNumber(&place), size <= bytes.count else { return nil }
    var kinds: [Int] = []
    while place < size {
      guard let kind = variableNumber(&place) else { return nil }
      kinds.append(kind)
    }
    var values: [SQLiteValue] = []
    for kind in kinds {
      guard let value = value(kind, &place) else { return nil }
      values.append(value)
    }
    return values
  }

  private func value(_ kind: Int, _ place: inout Int) -> SQLiteValue? {
    switch kind {
    case 0: return .null
    case 1...6: return integer([1, 2, 3, 4, 6, 8][kind - 1], &place).map { .integer($0) }
    case 7: return integer(8, &place).map { .real(Double(bitPattern: UInt64(bitPattern: $0))) }
    case 8: return .integer(0)
    case 9: return .integer(1)
    case 12... where kind % 2 == 0: return take((kind - 12) / 2, &place).map { .blob(Data($0)) }
    case 13...: return take((kind - 13) / 2, &place).flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
    default: return nil
    }
  }

  private func integer(_ count: Int, _ place: inout Int) -> Int64? {
    guard let slice = take(count, &place), let first = slice.first else { return nil }
    let sign: Int64 = first & 0x80 == 0 ? 0 : -1
    return slice.reduce(sign) { $0 << 8 | Int64($1) }
  }

  private func take(_ count: Int, _ place: inout Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= bytes.count - place else { return nil }
    defer { place += count }
    return bytes[place..<place + count]
  }

  /// A number of up to four bytes, which is enough for lengths.
  private func variableNumber(_ place: inout Int) -> Int? {
    var result = 0
    for _ in 0..<5 {
      guard place < bytes.count else { return nil }
      let byte = bytes[place]
      place += 1
      result = result << 7 | Int(byte & 0x7f)
      if byte & 0x80 == 0 { return result }
    }
    return nil
  }
}
