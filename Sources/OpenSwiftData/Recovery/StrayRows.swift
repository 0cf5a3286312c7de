import Foundation

/// The rows on all pages of a database, whether a tree reaches the page or not.
///
/// Source: https://www.sqlite.org/fileformat.html#b_tree_pages
struct StrayRows {
  struct Row {
    /// The rowid; nil in an index and in a table `WITHOUT ROWID`.
    let number: Int64?
    let values: [SQLiteValue]
  }

  private static let maxPayload = 1 << 28

  private let file: PageBytes

  init(_ file: PageBytes) { self.file = file }

  /// Calls the closure with each row that can be read.
  func forEach(_ take: (Row) throws -> Void) throws {
    let free = file.freePages()
    for page in 1...max(1, file.pageCount) where !free.contains(page) {
      guard let start = file.start(ofPage: page) else { continue }
      let header = page == 1 ? start + 100 : start
      guard let kind = file.byte(header).flatMap(PageKind.init), let count = file.number(header + 3, bytes: 2) else {
        continue
      }
      for index in 0..<count {
        guard let offset = file.number(header + kind.headerSize + index * 2, bytes: 2) else { break }
        if offset < file.pageSize, let row = row(at: start + offset, kind) { try take(row) }
      }
    }
  }

  private enum PageKind: UInt8 {
    case indexInterior = 2
    case indexLeaf = 10
    case tableLeaf = 13

    var headerSize: Int { self == .indexInterior ? 12 : 8 }
  }

  private func row(at start: Int, _ kind: PageKind) -> Row? {
    var place = kind == .indexInterior ? start + 4 : start
    guard let size = file.variableNumber(&place), (1...Int64(Self.maxPayload)).contains(size) else { return nil }
    var number: Int64?
    if kind == .tableLeaf {
      number = file.variableNumber(&place)
      guard number != nil else { return nil }
    }
    guard let payload = payload(at: place, Int(size), kind) else { return nil }
    return RecordReader(payload).values().map { Row(number: number, values: $0) }
  }

  /// The bytes of a row, some of which may be on overflow pages.
  ///
  /// Source: https://www.sqlite.org/fileformat.html#cell_payload_overflow_pages
  private func payload(at place: Int, _ size: Int, _ kind: PageKind) -> Data? {
    let usable = file.pageSize
    let most = kind == .tableLeaf ? usable - 35 : (usable - 12) * 64 / 255 - 23
    guard size > most else { return file.slice(place, size) }
    let least = (usable - 12) * 32 / 255 - 23
    let rest = least + (size - least) % (usable - 4)
    let local = rest <= most ? rest : least
    guard var payload = file.slice(place, local).map({ Data($0) }) else { return nil }
    var page = file.number(place + local, bytes: 4) ?? 0
    while payload.count < size {
      guard let start = file.start(ofPage: page), page > 1 else { return nil }
      guard let piece = file.slice(start + 4, min(usable - 4, size - payload.count)) else { return nil }
      payload.append(piece)
      page = file.number(start, bytes: 4) ?? 0
    }
    return payload
  }
}

/// Recognises the rows of a table by the number and the types of their values.
struct TableShape {
  let name: String
  /// Whether the rows have rowids.
  private let hasNumbers: Bool
  private let columns: [(type: String, isOptional: Bool, isNumber: Bool)]

  init(_ name: String, on connection: Connection) throws {
    self.name = name
    let sql = try connection.texts("SELECT sql FROM sqlite_schema WHERE name = ?", [.text(name)]).first ?? ""
    let hasNumbers = !sql.uppercased().hasSuffix("WITHOUT ROWID")
    self.hasNumbers = hasNumbers
    let rows = try connection.rows("SELECT type, \"notnull\", pk FROM pragma_table_info(?)", [.text(name)]) {
      (type: $0.text(0).uppercased(), isRequired: $0.integer(1) != 0, isKey: $0.integer(2) != 0)
    }
    columns = rows.map { row in
      let isNumber = hasNumbers && row.isKey && row.type == "INTEGER"
      return (row.type, !row.isRequired && !(row.isKey && !hasNumbers), isNumber)
    }
  }

  /// The values of a row, with its rowid in the key's column; nil if it can't be a row of this table.
  func values(of row: StrayRows.Row) -> [SQLiteValue]? {
    guard hasNumbers == (row.number != nil), row.values.count == columns.count else { return nil }
    var values = row.values
    for (index, column) in columns.enumerated() {
      if column.isNumber, let number = row.number {
        guard case .null = values[index] else { return nil }
        values[index] = .integer(number)
      } else if !Self.fits(values[index], column.type, column.isOptional) {
        return nil
      }
    }
    return values
  }

  private static func fits(_ value: SQLiteValue, _ type: String, _ isOptional: Bool) -> Bool {
    switch (value, type) {
    case (.null, _): isOptional
    case (.integer, "INTEGER"), (.integer, "REAL"), (.real, "REAL"), (.text, "TEXT"), (.blob, "BLOB"): true
    default: false
    }
  }
}

/// Decodes the values of a row (https://www.sqlite.org/fileformat.html#record_format).
private struct RecordReader {
  private let bytes: [UInt8]

  init(_ bytes: Data) { self.bytes = [UInt8](bytes) }

  /// Nil if the bytes are not a valid record.
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

  /// A variable-length integer of up to five bytes, enough for lengths.
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

/// The bytes and numbers in the file of a database; nil outside of the file (https://www.sqlite.org/fileformat.html).
struct PageBytes {
  let pageSize: Int
  private let bytes: Data

  /// - Parameter file: a database with a valid header.
  init(of file: URL) throws {
    bytes = try Data(contentsOf: file, options: .alwaysMapped)
    let size = bytes.count < 100 ? 0 : Int(bytes[16]) << 8 | Int(bytes[17])
    pageSize = size == 1 ? 65_536 : max(size, 512)
  }

  /// The number of whole pages; the first page has the number 1.
  var pageCount: Int { bytes.count / pageSize }

  func start(ofPage number: Int) -> Int? { (1...max(1, pageCount)).contains(number) ? (number - 1) * pageSize : nil }

  func byte(_ place: Int) -> UInt8? { bytes.indices.contains(place) ? bytes[place] : nil }

  /// A big-endian unsigned integer.
  func number(_ place: Int, bytes count: Int) -> Int? {
    guard place >= 0, place + count <= bytes.count else { return nil }
    return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  func slice(_ place: Int, _ count: Int) -> Data? {
    guard place >= 0, count >= 0, place + count <= bytes.count else { return nil }
    return bytes[place..<place + count]
  }

  /// A variable-length integer of one to nine bytes; moves the offset past it.
  func variableNumber(_ place: inout Int) -> Int64? {
    var result: UInt64 = 0
    for index in 0..<9 {
      guard let byte = byte(place) else { return nil }
      place += 1
      if index == 8 { return Int64(bitPattern: result << 8 | UInt64(byte)) }
      result = result << 7 | UInt64(byte & 0x7f)
      if byte & 0x80 == 0 { return Int64(bitPattern: result) }
    }
    return nil
  }

  /// The numbers of the free pages, as far as their list can be read.
  ///
  /// Source: https://www.sqlite.org/fileformat.html#the_freelist
  func freePages() -> Set<Int> {
    var pages: Set<Int> = []
    var trunk = number(32, bytes: 4) ?? 0
    while let start = start(ofPage: trunk), pages.insert(trunk).inserted {
      let count = min(number(start + 4, bytes: 4) ?? 0, pageSize / 4 - 2)
      for index in 0..<max(0, count) {
        if let page = number(start + 8 + index * 4, bytes: 4) { pages.insert(page) }
      }
      trunk = number(start, bytes: 4) ?? 0
    }
    return pages
  }
}
