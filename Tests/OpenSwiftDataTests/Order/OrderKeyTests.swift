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

  /// Counting takes a character more when sixty-two times as many are there, whatever was moved between them before.
  @Test(arguments: [10, 100, 10_000, 1_000_000, 100_000_000, 10_000_000_000]) func endsGrowLogarithmically(
    _ count: Int
  ) throws {
    let digits = Int((log(Double(count)) / log(62)).rounded(.up))
    let last = try #require(OrderKey.between(OrderKey(Double(count)), nil))
    let first = try #require(OrderKey.between(nil, OrderKey(Double(-count))))
    #expect(last.text.utf8.count <= digits + 2 && first.text.utf8.count <= digits + 2)
    // What a long key is next to has a short one again.
    let long = try #require(OrderKey(last.text + String(repeating: "V", count: 2_000)))
    #expect(try #require(OrderKey.between(long, nil)).text.utf8.count <= digits + 2)
    #expect(try #require(OrderKey.between(nil, long)).text.utf8.count <= digits + 2)
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

  private static let tiny: [Double] = [0x1p-53, 0x1p-54, 0x1p-55, 0x1p-63, 0x1p-64, 0x1p-65, 1e-17, 1e-300]
  private static let odd: [Double] = [
    0, .leastNonzeroMagnitude, 0.1, 1 - 0x1p-53, 0x1p51 + 0.5, 0x1p62, .greatestFiniteMagnitude, .infinity, .nan,
    .signalingNaN,
  ]

  /// Also numbers next to zero from below, whose distance to -1 a `Double` rounds to 1.
  @Test(arguments: tiny + odd, [1.0, -1.0])
  func everyNumberHasAKeyThatSQLiteGivesToo(_ magnitude: Double, _ sign: Double) throws {
    let number = magnitude * sign
    let key = OrderKey(number)
    #expect(OrderKey(key.text) == key && key.text.utf8.count <= 24, "\(number): \(key.text)")
    // Where the number belongs: between whole numbers that stand around it.
    if abs(number) < 0x1p52 {
      let floor = number.rounded(.down)
      #expect(OrderKey(floor) <= key && key < OrderKey(floor + 1), "\(number): \(key.text)")
    }
    // SQLite knows no NaN: it takes it for NULL.
    guard !number.isNaN else { return #expect(key == OrderKey(.infinity)) }
    #expect(try Self.keyInSQL(number) == key.text)
  }

  private static func keyInSQL(_ number: Double) throws -> String {
    let connection = try Connection(path: ":memory:", mode: .readWrite)
    try SQLFunctions.register(on: connection)
    let value = try connection.value("SELECT \(SQLFunctions.orderKey)(?)", [.real(number)])
    guard case .text(let text) = value else { return "\(value)" }
    return text
  }

  /// Of all magnitudes, those around zero and the largest too, as bit patterns.
  @Test(arguments: seeds(20)) func theOrderOfRandomNumbersIsThatOfTheirKeys(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let numbers = (0..<2_000).map { index -> Double in
      let bits = Double(bitPattern: random.next())
      let small = (Double(random.below(1 << 30)) / Double(1 << 29) - 1) * exp2(-Double(random.below(80)))
      return index.isMultiple(of: 2) || bits.isNaN ? small : bits
    }.sorted()
    let keys = numbers.map { OrderKey($0) }
    for index in keys.indices.dropLast() {
      let (low, high) = (numbers[index], numbers[index + 1])
      let isApart = high - low >= 0x1p-64 && abs(low) < 0x1p62 && abs(high) < 0x1p62
      guard isApart ? keys[index] < keys[index + 1] : keys[index] <= keys[index + 1] else {
        Issue.record("seed \(seed): \(low) has \(keys[index].text), and \(high) \(keys[index + 1].text)")
        return
      }
    }
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
