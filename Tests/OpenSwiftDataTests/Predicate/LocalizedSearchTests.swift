import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Texts of plain and accented letters are searched byte by byte, as Foundation would")
struct LocalizedSearchTests {
  private let container: ModelContainer

  init() throws { container = try memoryContainer(Note.self) }

  /// What the SQL function answers.
  private func answers(_ cases: [(text: String, part: String)]) throws -> [Bool] {
    try container.store.read { connection in
      let statement = try connection.statement("SELECT \(LocalizedSearch.functionName)(?, ?)")
      return try cases.map { text, part in
        defer { statement.reset() }
        try statement.bind([.text(text), .text(part)])
        return try statement.step() && statement.integer(0) != 0
      }
    }
  }

  private func expectAnswersOfFoundation(_ cases: [(text: String, part: String)]) throws {
    for (one, answer) in zip(cases, try answers(cases)) {
      let expected = LocalizedSearch.text(one.text, contains: one.part)
      #expect(answer == expected, "\(one.part.unicodeScalars) in \(one.text.debugDescription)")
    }
  }

  private static let ascii = (1..<0x80).compactMap(Unicode.Scalar.init).map { String(Character($0)) }

  /// Letters with and without accents, ligatures, and the letters after them.
  private static let letters = (0xA0...0x24F).compactMap(Unicode.Scalar.init).map { String(Character($0)) }

  @Test func everyLetterInEveryTextOfOne() throws {
    let cases = Self.letters.flatMap { letter in Self.ascii.map { (text: $0, part: letter) } }
    try expectAnswersOfFoundation(cases)
  }

  @Test func everyTextOfOneInEveryLetter() throws {
    let cases = Self.letters.flatMap { letter in (Self.ascii + ["é", "ü"]).map { (text: letter, part: $0) } }
    try expectAnswersOfFoundation(cases)
    try expectAnswersOfFoundation(cases.map { (text: "a\($0.text)b", part: "a\($0.part)") })
  }

  @Test func lettersFoundAreThoseWithAnAccent() throws {
    let alphabet = "abcdefghijklmnopqrstuvwxyz"
    #expect(
      try answers(["Zürich", "KRAKÓW", "café", "straße", "mañana"].map { (alphabet, $0) }) == [
        false, false, false, false, false,
      ])
    #expect(
      try answers([("Zurich", "zürich"), ("in KRAKOW", "Kraków"), ("cafe", "É"), ("ss", "ß")]) == [
        true, true, true, true,
      ])
  }

  /// Eight bytes are looked at together.
  @Test func atEveryPlaceOfTextsOfEveryLength() throws {
    var cases: [(text: String, part: String)] = []
    for count in 0...20 {
      for place in 0...count {
        for (found, part) in [("aB", "Ab"), ("a\rB", "b"), ("[b", "{b"), ("-B", "\rb"), ("aéB", "eb"), ("é\r\nB", "b")]
        {
          let text = String(repeating: "a", count: place) + found + String(repeating: "x", count: count - place)
          cases += [(text, part), (text, part + "x")]
        }
      }
    }
    try expectAnswersOfFoundation(cases)
  }

  @Test func someTextsAndParts() throws {
    let seed = UInt64.random(in: .min ... .max)
    print("plain texts of seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let few = ["a", "A", "u", "U", "e", "s", "i", "I", " ", "\n", "z"]
    let accented = ["ü", "Ü", "é", "ž", "ń", "ı", "İ", "ß", "ĳ", "u\u{308}", "\u{308}", "å", "ﬁ", "ő", "ı"]
    let cases = (0..<20_000).map { _ in
      let texts = Bool.random(using: &random) ? few : few + accented
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in random.pick(texts) }.joined()
      let part = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        random.pick(Bool.random(using: &random) ? few : accented)
      }
      return (text: text, part: part.joined())
    }
    try expectAnswersOfFoundation(cases)
  }
}
