import Foundation

/// The bytes of a database's file with the numbers in them; what lies outside is nil.
///
/// Source: https://www.sqlite.org/fileformat.html
struct PageBytes {
  /// How many bytes a page has.
  let pageSize: Int
  private let bytes: Data

  /// - Parameter file: a database whose header is in order.
  init(of file: URL) throws {
    bytes = try Data(contentsOf: file, options: .alwaysMapped)
    let size = bytes.count < 100 ? 0 : Int(bytes[16]) << 8 | Int(bytes[17])
    pageSize = size == 1 ? 65_536 : max(size, 512)
  }

  /// How many whole pages there are; the first one has the number 1.
  var pageCount: Int { bytes.count / pageSize }

  /// The place of a page's first byte.
  func start(ofPage number: Int) -> Int? { (1...max(1, pageCount)).contains(number) ? (number - 1) * pageSize : nil }

  func byte(_ place: Int) -> UInt8? { bytes.indices.contains(place) ? bytes[place] : nil }

  /// An unsigned number whose first byte counts most.
  func number(_ place: Int, bytes count: Int) -> Int? {
    guard place >= 0, place + count <= bytes.count else { return nil }
    return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  func slice(_ place: Int, _ count: Int) -> Data? {
    guard place >= 0, count >= 0, place + count <= bytes.count else { return nil }
    return bytes[place..<place + count]
  }

  /// A number of one to nine bytes; its place becomes that of what follows.
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

  /// The pages that are not in use, as far as their list can be read.
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
