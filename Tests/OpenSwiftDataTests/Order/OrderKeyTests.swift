import Foundation
import Testing

@testable import OpenSwiftData

@Suite("There is always an order key before, after and between")
struct OrderKeyTests {
  /// `OPENSWIFTDATA_SEED` takes a single seed.
  private static func seeds(_ count: UInt64) -> [UInt64] {
    ProcessInfo.processInfo.environment["OPENSWIFTDATA_SEED"].flatMap(UInt64.init).map { [$0] } ?? Array(1...count)
  }

  @Test(arguments: seeds(40)) func wherever(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var keys: [OrderKey] = []
    for _ in 0..<120 {
      let index = random.below(3) == 0 ? [0, keys.count][random.below(2)] : random.below(keys.count + 1)
      let (lower, upper) = (index > 0 ? keys[index - 1] : nil, index < keys.count ? keys[index] : nil)
      let key = try #require(OrderKey.between(lower, upper), "seed \(seed)")
      #expect(lower.map { $0 < key } ?? true, "seed \(seed)")
      #expect(upper.map { key < $0 } ?? true, "seed \(seed)")
      // Two machines that insert at the same place give the same key.
      #expect(OrderKey.between(lower, upper) == key)
      #expect(OrderKey(key.text) == key, "seed \(seed): \(key.text)")
      keys.insert(key, at: index)
    }
    // The texts sort as the keys do, by bytes.
    let texts = keys.map { Array($0.text.utf8) }
    #expect(zip(texts, texts.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }, "seed \(seed)")
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
  }

  @Test(arguments: seeds(20)) func andRoomForManyAtOnce(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bounds: [OrderKey?] = [nil] + (try #require(OrderKey.keys(1 + random.below(9), between: nil, nil))) + [nil]
    let index = random.below(bounds.count - 1)
    let count = random.below(200)
    let keys = try #require(OrderKey.keys(count, between: bounds[index], bounds[index + 1]), "seed \(seed)")
    #expect(keys.count == count)
    bounds.insert(contentsOf: keys.map(Optional.some), at: index + 1)
    let all = bounds.compactMap(\.self)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
  }

  @Test func keysStayShort() throws {
    let appended = try #require(OrderKey.keys(20_000, between: nil, nil))
    #expect(appended.last.map { $0.text.utf8.count } ?? 99 <= 4)
    var first = OrderKey.first
    for _ in 0..<20_000 { first = try #require(OrderKey.between(nil, first)) }
    #expect(first.text.utf8.count <= 4)
    let lower = OrderKey.first
    let upper = try #require(OrderKey.between(lower, nil))
    // 10 000 evenly between two neighbours: the logarithm of 10 000 to base 62 is 2.2.
    let between = try #require(OrderKey.keys(10_000, between: lower, upper))
    #expect(between.map { $0.text.utf8.count }.max() ?? 99 <= 6)
  }

  @Test func thereIsNoRoomBetweenEqualKeys() {
    #expect(OrderKey.between(.first, .first) == nil)
    #expect(OrderKey.keys(3, between: .first, .first) == nil)
  }

  /// What is moved ten thousand times to one place makes a key longer by a character every few moves at worst: where each
  /// comes right after the one before, its neighbours grow towards each other.
  @Test(arguments: seeds(4)) func tenThousandMovesToOnePlaceAlwaysFindRoom(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var (lower, upper) = (OrderKey.first, try #require(OrderKey.between(.first, nil)))
    // Always right after the first, always right before the second, or now here and now there.
    let side: () -> Bool =
      switch seed % 3 {
      case 0: { true }
      case 1: { false }
      default: { random.below(2) == 0 }
      }
    var longest = 0
    for _ in 0..<10_000 {
      let key = try #require(OrderKey.between(lower, upper), "seed \(seed)")
      guard lower < key, key < upper else { Issue.record("seed \(seed): \(key.text)"); return }
      if side() { upper = key } else { lower = key }
      longest = max(longest, key.text.utf8.count)
    }
    print("seed \(seed): 10 000 moves to one place, longest key \(longest)")
    #expect(longest <= 2 + 10_000 / 5 + 1)
  }

  @Test func aNumberHasTheKeyThatCountingGives() throws {
    let up = try #require(OrderKey.keys(5_000, between: nil, nil))
    #expect((0..<5_000).allSatisfy { OrderKey(Double($0)) == up[$0] })
    var down = OrderKey.first
    for number in 1...5_000 {
      down = try #require(OrderKey.between(nil, down))
      guard OrderKey(Double(-number)) == down else { Issue.record("\(-number): \(down.text)"); return }
    }
  }

  /// What the migration of an order by numbers relies on.
  @Test(arguments: seeds(20)) func numbersAndTheirKeysHaveOneOrder(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var numbers: Set<Double> = [
      0, 1, -1, 0.5, -0.5, 62, 61, -62, -63, 3_906, 0x1p62, -0x1p62, 0x1p-60, 1 - 0x1p-53,
    ]
    for _ in 0..<300 {
      let size = Double(random.below(61)) - 10
      numbers.insert((Double(random.below(1 << 30)) / Double(1 << 29) - 1) * exp2(size))
    }
    // Halved until there is no number between: what moving to one place made of an order by numbers.
    var (low, high) = (Double(random.below(1_000_000_000)), Double(0))
    high = low + 1
    while true {
      let middle = low + (high - low) / 2
      guard low < middle, middle < high else { break }
      numbers.insert(middle)
      if random.below(2) == 0 { low = middle } else { high = middle }
    }
    let sorted = numbers.sorted()
    let keys = sorted.map { OrderKey($0) }
    for (number, (key, next)) in zip(sorted, zip(keys, keys.dropFirst())) where !(key < next) {
      Issue.record("seed \(seed): \(number) has \(key.text), and the next one \(next.text)")
    }
    #expect(keys.allSatisfy { OrderKey($0.text) == $0 }, "seed \(seed)")
    #expect(keys.map { $0.text.utf8.count }.max() ?? 99 <= 24)
  }

  @Test func numbersOfDatesHaveShortKeys() {
    #expect(OrderKey(800_000_000).text.utf8.count == 6)
    #expect(OrderKey(800_000_000.5).text.utf8.count <= 10)
    #expect(OrderKey(.nan) == OrderKey(.infinity) && OrderKey(-.infinity) < OrderKey(.infinity))
  }

  @Test(arguments: ["", "a", "!", "a00", "b0", "a0-", "a01é", "\u{0}", "a0 ", "Z"]) func whatIsNoKeyIsRefused(
    _ text: String
  ) {
    #expect(OrderKey(text) == nil)
  }

  @Test(arguments: seeds(20)) func madeUpKeysDoNoHarm(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let letters = Array("09AZaz")
    var keys = (0..<40).compactMap { _ in
      OrderKey(String((0..<1 + random.below(30)).map { _ in letters[random.below(letters.count)] }))
    }
    keys += [OrderKey("z" + String(repeating: "z", count: 26)), OrderKey("A" + String(repeating: "0", count: 26))]
      .compactMap(\.self)
    #expect(keys.count >= 2)
    for lower in keys {
      _ = OrderKey.between(nil, lower)
      let after = OrderKey.between(lower, nil)
      #expect(after.map { lower < $0 } == true, "seed \(seed)")
      for upper in keys where lower < upper {
        let key = OrderKey.between(lower, upper)
        #expect(key.map { lower < $0 && $0 < upper } == true, "seed \(seed): \(lower.text) \(upper.text)")
      }
    }
  }

  @Test(arguments: ["", "zz", "é", "a00", "a0 b"]) func besideWhatIsNoKeyThereIsNone(_ text: String) {
    let stored = OrderKey(stored: text)
    #expect(!stored.isWellFormed && stored.text == text)
    #expect(OrderKey.between(stored, nil) == nil && OrderKey.between(nil, stored) == nil)
    #expect(OrderKey.between(.first, stored) == nil && OrderKey.between(stored, .first) == nil)
  }
}

extension SeededGenerator {
  /// From zero on.
  fileprivate mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}
