import DocketLocking

/// A sum of checksums for each row of a table.
struct ChecksumsByKey {
  /// In ascending order, none twice.
  private var keys: [Int64] = []
  private var sums: [UInt64] = []

  var count: Int { keys.count }

  /// The keys whose sums aren't zero.
  var differingKeys: [Int64] { keys.indices.filter { sums[$0] != 0 }.map { keys[$0] } }

  /// Does nothing if the key is not greater than all before: in a damaged table one may stand twice.
  mutating func append(_ sum: UInt64, of key: Int64) {
    if let last = keys.last, key <= last { return }
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
