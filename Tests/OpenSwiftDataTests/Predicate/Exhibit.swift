import Foundation
import OpenSwiftData

/// A model whose values SQL, the pending overlay and memory could compare differently.
@Model
final class Exhibit {
  /// A text whose own `==` ignores case.
  struct Label: RawRepresentable, Codable, Hashable {
    var rawValue: String
    static func == (left: Label, right: Label) -> Bool { left.rawValue.lowercased() == right.rawValue.lowercased() }
    func hash(into hasher: inout Hasher) { hasher.combine(rawValue.lowercased()) }
  }

  /// An enumeration that does not list its cases, two of which are equal.
  enum Tone: String, Codable {
    case low, deep, high
    static func == (left: Tone, right: Tone) -> Bool { left.depth == right.depth }
    private var depth: Int { if case .high = self { 0 } else { 1 } }
  }

  /// An enumeration that does not list its cases, with the equality that the compiler writes.
  enum Size: String, Codable { case small, large }

  /// A text with the equality of its raw value.
  struct Code: RawRepresentable, Codable, Hashable { var rawValue: String }

  #Index<Exhibit>([\.indexed], [\.code], [\.size], [\.link])

  var number = 0
  var indexed = ""
  var plain = ""
  var optional: String?
  var count = 0
  var optionalCount: Int?
  var flag = false
  var link: URL?
  var label = Label(rawValue: "")
  var tone = Tone.low
  var size = Size.small
  var code = Code(rawValue: "")

  init(number: Int) { self.number = number }

  /// Computed, so it has no column.
  var shown: String { plain.uppercased() }
}

extension Exhibit {
  /// Texts composed and decomposed, in both cases, of several lengths, with numbers in them.
  static let texts = [
    "", "a", "A", "ab", "aB", "Ab", "b", "e", "E", "f", "z", "Z", "\u{E9}", "e\u{301}", "E\u{301}", "\u{C9}",
    "caf\u{E9}", "cafe\u{301}", "cafe", "cafz", "\u{C4}pfel", "A\u{308}pfel", "Apfel", "Azteke", "item 9", "item 10",
    "Item 10", "item 09", "\u{1112}\u{1161}\u{11AB}", "\u{D55C}", "\u{212A}elvin", "Kelvin", "a-b", "a b", "a_b", "%",
    "\u{1F600}", "\u{FF21}", "o\u{308}", "\u{F6}", "n\u{303}a", "\u{F1}b", "nz", "q\u{307}\u{323}", "q\u{323}\u{307}",
  ]

  static let links: [URL?] = {
    let base = URL(string: "http://a.b/c/")
    return [
      URL(string: "http://a.b/c/d"), URL(string: "d", relativeTo: base), URL(string: "../e", relativeTo: base),
      URL(string: "http://a.b/e"), URL(string: "e"), nil,
    ]
  }()

  static func random(_ random: inout SeededGenerator, number: Int) -> Exhibit {
    let exhibit = Exhibit(number: number)
    exhibit.fill(&random)
    return exhibit
  }

  func fill(_ random: inout SeededGenerator) {
    indexed = random.pick(Self.texts)
    plain = random.pick(Self.texts)
    optional = random.pickOrNil(Self.texts)
    count = random.pick([-2, 0, 0, 1, 3, 20])
    optionalCount = random.pickOrNil([0, 1, 5])
    flag = random.pick([false, true])
    link = random.pick(Self.links)
    label = Label(rawValue: random.pick(Self.texts))
    tone = random.pick([.low, .deep, .high])
    size = random.pick([.small, .large])
    code = Code(rawValue: random.pick(Self.texts))
  }
}
