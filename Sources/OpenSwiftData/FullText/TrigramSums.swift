import DocketLocking

/// The trigrams of many texts, each with a number.
///
/// Their checksums tell their places: `Dictionary` would calculate a hash for each, which takes longer than all else here.
struct TrigramTable {
  private var places: [(trigram: Trigram, number: Int)?] = Array(repeating: nil, count: 1 << 10)
  private var count = 0

  /// In no order.
  var all: some Sequence<Trigram> { places.lazy.compactMap { $0?.trigram } }

  /// Gives a trigram a number; returns the one before, if it had one.
  mutating func replace(_ trigram: Trigram, with number: Int) -> Int? {
    let place = place(of: trigram)
    let before = places[place]?.number
    places[place] = (trigram, number)
    if before == nil {
      count += 1
      if count > places.count / 2 { grow() }
    }
    return before
  }

  /// The place of a trigram, or the free one where it belongs.
  private func place(of trigram: Trigram) -> Int {
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: trigram.checksum) & mask
    while let other = places[place], other.trigram != trigram { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    let before = places
    places = Array(repeating: nil, count: before.count * 2)
    for case let (trigram, number)? in before { places[place(of: trigram)] = (trigram, number) }
  }
}

/// A sum of checksums for each row of a table.
struct ChecksumsByKey {
  /// In ascending order.
  private var keys: [Int64] = []
  private var sums: [UInt64] = []

  var count: Int { keys.count }

  /// The keys whose sums aren't zero.
  var differingKeys: [Int64] { keys.indices.filter { sums[$0] != 0 }.map { keys[$0] } }

  /// - Parameter key: greater than all before.
  mutating func append(_ sum: UInt64, of key: Int64) {
    keys.append(key)
    sums.append(sum)
  }

  /// Does nothing for a row that isn't in the table.
  mutating func subtract(_ checksum: UInt64, of key: Int64) {
    guard let place = place(of: key) else { return }
    sums[place] &-= checksum
  }

  /// - Complexity: logarithmic in the number of gaps between the keys, of which most tables have few.
  private func place(of key: Int64) -> Int? {
    guard let first = keys.first, let last = keys.last, first <= key, key <= last else { return nil }
    let end = UInt64(keys.count - 1)
    // As no key is there twice, none can be further from the first one, or from the last, than their difference.
    let highest = Int(min(end, UInt64(bitPattern: key &- first)))
    let lowest = Int(end - min(end, UInt64(bitPattern: last &- key)))
    if lowest == highest || keys[highest] == key { return highest }
    let place = keys[lowest...highest].partitioningIndex { $0 >= key }
    return place <= highest && keys[place] == key ? place : nil
  }
}
