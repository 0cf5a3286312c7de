import DocketLocking
import Testing

@testable import OpenSwiftData

@Suite("Ordered keys in chunks behave like an array")
struct OrderedKeysTests {
  /// The keys of rows, those of unsaved models and rows, and keys of which some take more than four bytes.
  private static let firstKeys = [1, -4_000, Int64(UInt32.max) - 4_000]

  @Test(arguments: [1, 2, 3] as [UInt64], firstKeys)
  func whateverIsInsertedAndRemoved(_ seed: UInt64, _ firstKey: Int64) {
    var random = SeededGenerator(seed: seed)
    var nextKey = firstKey + 3_000
    var array = (firstKey..<nextKey).shuffled(using: &random)
    var keys = OrderedKeys(array)
    for _ in 0..<40 {
      let ranges = KeyRanges.merged(
        (0..<5).map { _ in
          let start = Int64.random(in: firstKey..<nextKey, using: &random)
          return start...start + Int64.random(in: 0..<20, using: &random)
        })
      let positions = KeySet(ranges).map { keys.remove($0) }
      #expect(positions == array.indices.filter { index in ranges.contains { $0.contains(array[index]) } })
      array.removeAll { key in ranges.contains { $0.contains(key) } }

      let count = Int.random(in: 1..<1_500, using: &random)
      let new = (nextKey..<nextKey + Int64(count)).map(\.self)
      nextKey += Int64(count)
      let position = Int.random(in: 0...array.count, using: &random)
      keys.insert([
        OrderedKeys.Insertion(position: position, keys: new[..<(count / 2)]),
        OrderedKeys.Insertion(position: array.count, keys: new[(count / 2)...]),
      ])
      array.append(contentsOf: new[(count / 2)...])
      array.insert(contentsOf: new[..<(count / 2)], at: position)

      #expect(keys.all == array && keys.count == array.count && keys == OrderedKeys(array))
      let index = Int.random(in: array.indices, using: &random)
      #expect(keys[index] == array[index] && keys.firstIndex(of: array[index]) == index)
      #expect(keys[index..<array.count].all == Array(array[index...]))
    }
    #expect(keys.reversed().all == array.reversed())
    #expect(keys.batches(of: 700).flatMap(\.self) == array)
  }

  @Test func theyMayBeEmpty() {
    var keys = OrderedKeys()
    #expect(keys.isEmpty && keys.all.isEmpty && keys.firstIndex(of: 1) == nil && keys.reversed().isEmpty)
    keys.insert([OrderedKeys.Insertion(position: 0, keys: [1, 2])])
    #expect(keys.all == [1, 2])
    #expect(KeySet([1...2]).map { keys.remove($0) } == [0, 1])
    #expect(keys.isEmpty)
  }

  @Test func rangesOfKeysAreMergedWhereTheyTouch() {
    #expect(KeyRanges.merged([7...9, 1...2, 3...4, 8...12]) == [1...4, 7...12])
    #expect(KeyRanges.count([1...4, 7...12]) == 10)
    #expect(KeyRanges.count([1...Int64.max, 1...2]) == .max)
  }
}

@Suite("The binary search finds the first element of the second part")
struct PartitioningTests {
  @Test func atEveryPositionOfEveryLength() {
    for count in 0..<20 {
      let numbers = Array(0..<count)[...]
      for first in 0...count { #expect(numbers.partitioningIndex { $0 >= first } == first) }
    }
  }

  @Test func whatTheConditionThrowsEndsIt() {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try (0..<10).partitioningIndex { number in
        if number == 5 { throw Stop() }
        return false
      }
    }
  }
}
