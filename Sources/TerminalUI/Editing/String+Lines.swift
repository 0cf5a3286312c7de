import Glibc

extension String {
  /// The place of the first character of the line around a place; places are counted in UTF-8.
  func lineStart(of place: Int) -> Int {
    utf8[..<utf8.index(startIndex, offsetBy: place)].lastIndex(of: 0x0A).map { utf8Offset(of: $0) + 1 } ?? 0
  }

  /// The place of the line end, or of the end of the text.
  func lineEnd(of place: Int) -> Int {
    utf8[utf8.index(startIndex, offsetBy: place)...].firstIndex(of: 0x0A).map(utf8Offset) ?? utf8.count
  }

  /// Whether a text has the same bytes: canonically equivalent ones differ in their places.
  ///
  /// - Complexity: as comparing memory.
  func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { mine in
      other.utf8.withContiguousStorageIfAvailable { others in
        guard let mine = mine.baseAddress, let start = others.baseAddress else { return true }
        return memcmp(mine, start, others.count) == 0
      }
    }
    return isSame.flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
  }

  /// How many bytes at the beginning are those of another text.
  ///
  /// - Complexity: as comparing memory.
  func sameBytes(as other: String) -> Int {
    let count = utf8.withContiguousStorageIfAvailable { mine in
      other.utf8.withContiguousStorageIfAvailable { Self.sameBytes(mine, $0) }
    }
    return count.flatMap(\.self) ?? zip(utf8, other.utf8).prefix { $0 == $1 }.count
  }

  /// Stretches are compared as memory, and the one that differs byte by byte.
  private static func sameBytes(_ mine: UnsafeBufferPointer<UInt8>, _ others: UnsafeBufferPointer<UInt8>) -> Int {
    guard let first = mine.baseAddress, let second = others.baseAddress else { return 0 }
    let (count, stretch) = (Swift.min(mine.count, others.count), 4096)
    var place = 0
    while place + stretch <= count, memcmp(first + place, second + place, stretch) == 0 { place += stretch }
    while place < count, mine[place] == others[place] { place += 1 }
    return place
  }

  private func utf8Offset(of index: Index) -> Int { utf8.distance(from: startIndex, to: index) }
}
