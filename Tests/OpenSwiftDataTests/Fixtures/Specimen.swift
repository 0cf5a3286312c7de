import Foundation
import OpenSwiftData

/// A model with an attribute of every kind that predicates compare.
@Model
final class Specimen {
  /// Ordered as its raw values are.
  enum Grade: Int, Codable, CaseIterable, Comparable {
    case low = 1
    case middle = 5
    case high = 9
    static func < (left: Grade, right: Grade) -> Bool { left.rawValue < right.rawValue }
  }

  /// Without an order of its own.
  enum Mood: String, Codable, CaseIterable {
    case calm, busy, wild
    var shout: String { rawValue.uppercased() }
  }

  /// Ordered otherwise than its raw values are.
  enum Rank: String, Codable, CaseIterable, Comparable {
    case major, captain, private_
    static func < (left: Rank, right: Rank) -> Bool { left.height < right.height }
    private var height: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  struct Place: Codable, Equatable { var name = "", floor = 0 }

  #Index<Specimen>([\.code])

  var number = 0
  var code = ""
  var text = ""
  var optionalText: String?
  var flag = false
  var optionalFlag: Bool?
  var count = 0
  var optionalCount: Int?
  var tiny: Int8 = 0
  var small: Int16 = 0
  var medium: Int32 = 0
  var large: Int64 = 0
  var byte: UInt8 = 0
  var word: UInt16 = 0
  var half: UInt32 = 0
  var huge: UInt64 = 0
  var optionalHuge: UInt64?
  var single: Float = 0
  var real = 0.0
  var optionalReal: Double?
  var amount: Decimal = 0
  var optionalAmount: Decimal?
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var optionalDate: Date?
  var uid = UUID()
  var optionalUID: UUID?
  var link: URL?
  var bytes = Data()
  var optionalBytes: Data?
  var grade = Grade.low
  var optionalGrade: Grade?
  var mood = Mood.calm
  var optionalMood: Mood?
  var rank = Rank.captain
  var place = Place()
  var optionalPlace: Place?
  var words: [String] = []

  init() {}

  /// Computed, so no column knows it.
  var shownText: String { text.uppercased() }
}

extension Specimen {
  static let texts = [
    "", "a", "A", "Ab", "ab", "b", "\u{E9}", "e\u{301}", "E\u{301}", "caf\u{E9}", "cafe\u{301}", "cafe", "Kelvin",
    "\u{212A}elvin", "K;`", "\u{212A}\u{37E}\u{1FEF}", "a\0b", "a\r\nb", "a\r\nb\u{E9}", "\n", "\r", "\u{65E5}\u{672C}",
    "\u{DF}", "ss",
    "item 9", "item 10", "x;y", "Zebra", "\u{C4}pfel", "A\u{308}pfel", "1.0", "%_", "\u{F900}", "\u{8C48}",
  ]
  static let numbers = [-7, -2, -1, 0, 1, 2, 3, 5, 9]
  static let reals = [-2.5, -1, 0, -0.0, 0.1, 1, 2, 3.25, 1e300, .infinity, -.infinity]
  static let amounts: [Decimal] = [-3, -0.5, 0, 1, 2.5, 9, 9.5, 10, 100, 1_000_000]
  static let uids = (0..<6).map { index in
    UUID(uuid: (UInt8(index) &* 51, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, UInt8(index)))
  }
  static let links = ["http://a.b/c", "HTTP://a.b/c", "http://a.b/%7Ec", "file:///tmp/x"].map { URL(string: $0) }
  static let blobs = [Data(), Data([0]), Data([1, 2, 3]), Data([255])]

  static func random(_ random: inout SeededGenerator, number: Int) -> Specimen {
    let specimen = Specimen()
    specimen.number = number
    specimen.fillTexts(&random)
    specimen.fillNumbers(&random)
    specimen.fillOthers(&random)
    return specimen
  }

  private func fillTexts(_ random: inout SeededGenerator) {
    text = random.pick(Self.texts)
    code = random.pick(Self.texts)
    optionalText = random.pickOrNil(Self.texts)
    words = (0..<random.pick([0, 1, 2])).map { _ in random.pick(Self.texts) }
    place = Place(name: random.pick(Self.texts), floor: random.pick(Self.numbers))
    optionalPlace = random.pickOrNil([place])
  }

  private func fillNumbers(_ random: inout SeededGenerator) {
    count = random.pick(Self.numbers)
    optionalCount = random.pickOrNil(Self.numbers)
    tiny = random.pick([.min, -1, 0, 1, .max])
    small = random.pick([.min, -1, 0, 1, .max])
    medium = random.pick([.min, -1, 0, 1, .max])
    large = random.pick([.min, -1, 0, 1, .max])
    byte = random.pick([0, 1, 2, .max])
    word = random.pick([0, 1, 2, .max])
    half = random.pick([0, 1, 2, .max])
    huge = random.pick([0, 1, 2, 1 << 63, .max])
    optionalHuge = random.pickOrNil([0, 1, 1 << 63, .max])
    single = random.pick([-1.5, 0, 0.1, 1, 16_777_216])
    real = random.pick(Self.reals)
    optionalReal = random.pickOrNil(Self.reals)
    amount = random.pick(Self.amounts)
    optionalAmount = random.pickOrNil(Self.amounts)
  }

  private func fillOthers(_ random: inout SeededGenerator) {
    flag = random.pick([false, true])
    optionalFlag = random.pickOrNil([false, true])
    date = Date(timeIntervalSinceReferenceDate: random.pick([-1, 0, 0.1, 1, 700_000_000.123]))
    optionalDate = random.pickOrNil([date, Date(timeIntervalSinceReferenceDate: 1)])
    uid = random.pick(Self.uids)
    optionalUID = random.pickOrNil(Self.uids)
    link = random.pick(Self.links + [nil])
    bytes = random.pick(Self.blobs)
    optionalBytes = random.pickOrNil(Self.blobs)
    grade = random.pick(Grade.allCases)
    optionalGrade = random.pickOrNil(Grade.allCases)
    mood = random.pick(Mood.allCases)
    optionalMood = random.pickOrNil(Mood.allCases)
    rank = random.pick(Rank.allCases)
  }
}
