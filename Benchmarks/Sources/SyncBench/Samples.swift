import Foundation

/// The values of one item.
struct ItemSample: Sendable {
  let uid: UUID
  let title: String
  let notes: String
  let timestamp: Date
  let completedAt: Date?
  let deadline: Date?
  let priority: Int
  let position: Double
  /// The numbers of its list and its tags, if it has any.
  let list: Int?
  let tags: [Int]
}

/// Makes the same items in every run: titles of three to nine words, half of them with notes, 30 % done, 40 % with due
/// dates, 70 % on a list, 20 % with a tag or two.
struct ItemGenerator {
  static let lists = ["Work", "House", "Garden", "Errands", "Reading"]
  static let tags = (0..<40).map { "tag\($0)" }

  private var state: UInt64 = 20_261_101
  private var count = 0

  mutating func next() -> ItemSample {
    count += 1
    let halves = (UInt64(below(.max)), UInt64(below(.max)))
    let uid = withUnsafeBytes(of: halves) { UUID(uuid: $0.load(as: uuid_t.self)) }
    return ItemSample(
      uid: uid, title: sentence(3 + below(7)), notes: below(2) == 0 ? "" : sentence(6 + below(20)),
      timestamp: date(below(50_000_000)), completedAt: below(10) < 3 ? date(below(50_000_000)) : nil,
      deadline: below(10) < 4 ? date(60_000_000 + below(10_000_000)) : nil, priority: below(4),
      position: Double(count), list: below(10) < 7 ? below(Self.lists.count) : nil,
      tags: below(10) < 2 ? Array(Set([below(Self.tags.count), below(Self.tags.count)])) : [])
  }

  private func date(_ seconds: Int) -> Date { Date(timeIntervalSinceReferenceDate: 750_000_000 + Double(seconds)) }

  private mutating func sentence(_ count: Int) -> String {
    (0..<count).map { _ in word() }.joined(separator: " ")
  }

  private mutating func word() -> String {
    // Words of a small vocabulary, as people have.
    var bits = UInt64(below(5_000)) &* 0x9E37_79B9_7F4A_7C15
    let letters = Array("etaoinshrdlucmfw")
    return String(
      (0..<3 + Int(bits >> 61)).map { _ in
        defer { bits <<= 4 }
        return letters[Int(bits >> 60)]
      })
  }

  private mutating func below(_ limit: Int) -> Int {
    // SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
