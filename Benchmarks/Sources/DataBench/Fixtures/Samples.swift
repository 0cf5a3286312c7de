import Foundation

/// The generated items, made once.
enum Samples {
  static func make(_ count: Int) -> [ItemSample] {
    var generator = ItemGenerator()
    return (0..<count).map { _ in generator.next() }
  }
}

/// The values of one item, for either side.
struct ItemSample: Sendable {
  let title: String
  let notes: String
  let createdAt: Date
  let due: Date?
  let isDone: Bool
  let priority: Int
}

/// Makes the same items in every run: titles of three to nine words, 5 % of the words not ASCII, notes of up to three
/// sentences, 30 % done, 40 % with due dates.
struct ItemGenerator {
  private var state: UInt64 = 20_250_101
  private let words = makeWords()

  mutating func next() -> ItemSample {
    ItemSample(
      title: sentence(3 + below(7)),
      notes: (0..<below(4)).map { _ in sentence(6 + below(10)) + "." }.joined(separator: " "),
      createdAt: Date(timeIntervalSinceReferenceDate: 700_000_000 + Double(below(50_000_000))),
      due: below(10) < 4 ? Date(timeIntervalSinceReferenceDate: 760_000_000 + Double(below(10_000_000))) : nil,
      isDone: below(10) < 3, priority: below(4))
  }

  private mutating func sentence(_ count: Int) -> String {
    (0..<count).map { _ in words[below(words.count)] }.joined(separator: " ")
  }

  private mutating func below(_ limit: Int) -> Int { Int(Self.bits(&state) % UInt64(limit)) }

  private static func makeWords() -> [String] {
    var state: UInt64 = 42
    let letters = Array("etaoinshrdlucmfw")
    return (0..<5_000).map { index in
      let word = (0..<(3 + bits(&state) % 7)).map { _ in letters[Int(bits(&state) % UInt64(letters.count))] }
      return String(word) + (index % 20 == 0 ? "é" : "")
    }
  }

  /// SplitMix64.
  private static func bits(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
