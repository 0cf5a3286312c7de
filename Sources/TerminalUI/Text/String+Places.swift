import Glibc

extension String {
  /// The index at an offset in UTF-8.
  func index(at offset: Int) -> Index { utf8.index(startIndex, offsetBy: offset) }

  /// The indices of a range of offsets in UTF-8.
  func indices(_ range: Range<Int>) -> Range<Index> { index(at: range.lowerBound)..<index(at: range.upperBound) }

  /// The offset in UTF-8 of an index.
  func offset(_ index: Index) -> Int { utf8.distance(from: startIndex, to: index) }

  /// The offset itself, or the end of the character it lies in.
  func borderOfCharacter(notBefore offset: Int) -> Int { self.offset(borderOfCharacter(notBefore: index(at: offset))) }
}

extension String {
  /// The index itself, or the end of the character it lies in.
  func borderOfCharacter(notBefore index: Index) -> Index {
    guard index > startIndex, index < endIndex else { return index }
    let next = self.index(after: index)
    return self.index(before: next) == index ? index : next
  }

  /// The index itself, or the start of the character it lies in.
  func borderOfCharacter(notAfter index: Index) -> Index {
    let border = borderOfCharacter(notBefore: index)
    return border == index ? index : self.index(before: border)
  }
}

extension String {
  /// The text with `\n` for each of its line ends `\n`, `\r\n` and `\r`.
  ///
  /// It works on bytes because in `\r\r\n` the character `\n` that replaces the first `\r` would join the next one.
  /// - Complexity: linear in the length of the text.
  var withSimpleLineEnds: String {
    guard utf8.contains(0x0D) else { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var last: UInt8 = 0
    for byte in utf8 {
      if byte != 0x0A || last != 0x0D { bytes.append(byte == 0x0D ? 0x0A : byte) }
      last = byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The offset in UTF-8 where the line around an offset starts.
  func lineStart(of offset: Int) -> Int {
    utf8[..<index(at: offset)].lastIndex(of: 0x0A).map { self.offset($0) + 1 } ?? 0
  }

  /// The offset of the line end, or of the end of the text.
  func lineEnd(of offset: Int) -> Int {
    utf8[index(at: offset)...].firstIndex(of: 0x0A).map(self.offset) ?? utf8.count
  }
}

extension String {
  /// Whether a text has the same bytes; canonically equivalent texts may not.
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

  /// The length in UTF-8 of the common prefix with another text.
  ///
  /// - Complexity: as comparing memory.
  func commonPrefixLength(with other: String) -> Int {
    let count = utf8.withContiguousStorageIfAvailable { mine in
      other.utf8.withContiguousStorageIfAvailable { Self.commonPrefixLength(mine, $0) }
    }
    return count.flatMap(\.self) ?? zip(utf8, other.utf8).prefix { $0 == $1 }.count
  }

  /// Compares blocks as memory, and the first block that differs byte by byte.
  private static func commonPrefixLength(
    _ mine: UnsafeBufferPointer<UInt8>, _ others: UnsafeBufferPointer<UInt8>
  ) -> Int {
    guard let first = mine.baseAddress, let second = others.baseAddress else { return 0 }
    let (count, block) = (Swift.min(mine.count, others.count), 4096)
    var offset = 0
    while offset + block <= count, memcmp(first + offset, second + offset, block) == 0 { offset += block }
    while offset < count, mine[offset] == others[offset] { offset += 1 }
    return offset
  }
}

extension String {
  /// The ranges where a text occurs, ignoring case and without overlaps.
  ///
  /// - Complexity: O(length of this text · length of the other).
  func rangesIgnoringCase(of text: String) -> [Range<Index>] {
    let wanted = text.map { $0.lowercased() }
    let letters = map { $0.lowercased() }
    guard !wanted.isEmpty else { return [] }
    let borders = Array(indices) + [endIndex]
    var ranges: [Range<Index>] = []
    var place = 0
    while place + wanted.count <= letters.count {
      if letters[place..<place + wanted.count].elementsEqual(wanted) {
        ranges.append(borders[place]..<borders[place + wanted.count])
        place += wanted.count
      } else {
        place += 1
      }
    }
    return ranges
  }
}
