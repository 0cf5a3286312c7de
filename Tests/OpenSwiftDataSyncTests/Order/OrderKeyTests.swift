import Testing

@testable import OpenSwiftDataSync

@Suite("There is always an order key before, after and between")
struct OrderKeyTests {
  @Test(arguments: RandomCases.seeds(40)) func wherever(_ seed: UInt64) throws {
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

  @Test(arguments: RandomCases.seeds(20)) func andRoomForManyAtOnce(_ seed: UInt64) throws {
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

  @Test(arguments: ["", "a", "!", "a00", "b0", "a0-", "a01é", "\u{0}", "a0 ", "Z"]) func whatIsNoKeyIsRefused(
    _ text: String
  ) {
    #expect(OrderKey(text) == nil)
  }

  @Test(arguments: RandomCases.seeds(20)) func madeUpKeysDoNoHarm(_ seed: UInt64) {
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
}
