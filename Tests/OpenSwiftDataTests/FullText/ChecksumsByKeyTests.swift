import Testing

@testable import OpenSwiftData

@Suite("Sums of checksums by key")
struct ChecksumsByKeyTests {
  private static let keys: [Int64] = [.min, .min + 1, -7, 0, 1, 2, 3, 4, 5, 1_000, .max - 1, .max]

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func areThoseOfADictionary(seed: UInt64) {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var (sums, expected) = (ChecksumsByKey(), [Int64: UInt64]())
      for key in Self.keys where Bool.random(using: &random) {
        let sum = UInt64.random(in: 0...3, using: &random)
        sums.append(sum, of: key)
        expected[key] = sum
      }
      for _ in 0..<10 {
        guard let key = Self.keys.randomElement(using: &random) else { continue }
        let checksum = UInt64.random(in: 0...3, using: &random)
        sums.subtract(checksum, of: key)
        if let sum = expected[key] { expected[key] = sum &- checksum }
      }
      #expect(sums.count == expected.count)
      #expect(sums.differingKeys == expected.filter { $0.value != 0 }.keys.sorted())
    }
  }

  /// As a damaged table may have them.
  @Test func takeNoKeyTwiceOrOutOfOrder() {
    var sums = ChecksumsByKey()
    for key: Int64 in [1, 2, 3, 2, 3, 9, 5] { sums.append(1, of: key) }
    for key: Int64 in [1, 2, 3, 5] { sums.subtract(1, of: key) }
    #expect(sums.differingKeys == [9])
  }
}
