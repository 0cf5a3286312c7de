/// Marks on the keys of rows, a bit for each: two megabytes at most.
struct MarkedKeys {
  /// How many keys are marked.
  private(set) var count = 0
  private var words: [UInt64] = []

  /// The keys that can be marked: stores count theirs from 1.
  private static let markable: Range<Int64> = 0..<(1 << 24)

  func contains(_ key: Int64) -> Bool {
    guard let index = Self.index(of: key), index < words.count else { return false }
    return words[index] & Self.bit(of: key) != 0
  }

  /// Whether a key of a range is marked.
  func containsSome(of range: ClosedRange<Int64>) -> Bool {
    markable(of: range).contains(where: contains)
  }

  /// - Returns: false if the key can't be marked.
  mutating func mark(_ key: Int64) -> Bool {
    guard let index = Self.index(of: key) else { return false }
    while words.count <= index { words.append(0) }
    if words[index] & Self.bit(of: key) == 0 { count += 1 }
    words[index] |= Self.bit(of: key)
    return true
  }

  /// Removes the marks of a range.
  mutating func clear(_ range: ClosedRange<Int64>) {
    for key in markable(of: range) where contains(key) {
      words[Int(key >> 6)] &= ~Self.bit(of: key)
      count -= 1
    }
  }

  /// The keys of a range that may be marked.
  private func markable(of range: ClosedRange<Int64>) -> Range<Int64> {
    let first = max(range.lowerBound, 0)
    return first..<max(first, min(range.upperBound &+ 1, Int64(words.count) * 64))
  }

  private static func index(of key: Int64) -> Int? { markable.contains(key) ? Int(key >> 6) : nil }
  private static func bit(of key: Int64) -> UInt64 { 1 << UInt64(key & 63) }
}
