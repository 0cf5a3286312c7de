import Foundation

/// The rows on all pages of a database that hold rows, whether a tree still leads to the page or not.
///
/// Source: https://www.sqlite.org/fileformat.html#b_tree_pages
struct StrayRows {
  /// A row as it lies on its page.
  struct Row {
    /// The row's number; nil in a table that has none, and in an index.
    let number: Int64?
    let values: [SQLiteValue]
  }

  private static let largestPayload = 1 << 28

  private let file: PageBytes

  init(_ file: PageBytes) { self.file = file }

  /// Runs a closure for each row that can be read.
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

  /// The pages that hold rows.
  private enum PageKind: UInt8 {
    case indexInterior = 2
    case indexLeaf = 10
    case tableLeaf = 13

    var headerSize: Int { self == .indexInterior ? 12 : 8 }
  }

  private func row(at start: Int, _ kind: PageKind) -> Row? {
    var place = kind == .indexInterior ? start + 4 : start
    guard let size = file.variableNumber(&place), (1...Int64(Self.largestPayload)).contains(size) else { return nil }
    var number: Int64?
    if kind == .tableLeaf {
      number = file.variableNumber(&place)
      guard number != nil else { return nil }
    }
    guard let payload = payload(at: place, Int(size), kind) else { return nil }
    return RecordReader(payload).values().map { Row(number: number, values: $0) }
  }

  /// The bytes of a row, some of which may lie on further pages.
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
