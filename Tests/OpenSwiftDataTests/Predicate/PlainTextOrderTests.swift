import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Texts of ASCII are put in the order of a file browser without asking Foundation")
struct PlainTextOrderTests {
  /// What `localizedStandardCompare` does in a locale without an order of its own.
  private static func standardOrder(_ left: String, _ right: String) -> ComparisonResult {
    left.compare(
      right, options: [.caseInsensitive, .numeric, .widthInsensitive, .forcedOrdering], range: nil,
      locale: Locale(identifier: "en"))
  }

  @Test func asFoundationWould() {
    let seed = UInt64.random(in: 0 ... .max)
    print("texts of seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let alphabets = ["aAbB1 20", "aA-_.,'", "a1b2 90", "chaeAElj", String(decoding: 0x20...0x7E, as: UTF8.self)]
      .map(Array.init)
    var answers = 0
    for _ in 0..<20_000 {
      let alphabet = random.pick(alphabets)
      let text = { (random: inout SeededGenerator) in
        String((0..<Int.random(in: 0...6, using: &random)).map { _ in random.pick(alphabet) })
      }
      let (left, right) = (text(&random), text(&random))
      let texts: Comment = "\(left.debugDescription) \(right.debugDescription), \(seed)"
      #expect(TextCollation.localizedStandard.compare(left, right) == left.localizedStandardCompare(right), texts)
      guard let answer = PlainTextOrder.rootOrder(left, right) else { continue }
      answers += 1
      #expect(answer == Self.standardOrder(left, right), texts)
    }
    #expect(answers > 15_000)
  }

  @Test func whatItDoesNotKnowIsLeftToFoundation() {
    for (left, right) in [
      ("caf\u{E9}", "cafe"), ("item 010", "item 10"), ("a\tb", "ab"), ("\u{1F600}", "a"), ("0", "00"),
    ] {
      #expect(PlainTextOrder.rootOrder(left, right) == nil)
      #expect(PlainTextOrder.rootOrder(right, left) == nil)
    }
  }

  @Test func localesWithAnOrderOfTheirOwnAreLeftToFoundation() {
    #expect(["en_GB", "de_AT", "fr"].allSatisfy { PlainTextOrder.isOrder(of: Locale(identifier: $0)) })
    #expect(
      ["cs_CZ", "et", "en_US_POSIX", "de@collation=phonebook"].allSatisfy {
        !PlainTextOrder.isOrder(of: Locale(identifier: $0))
      })
  }
}
