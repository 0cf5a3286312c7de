import DocketData
import Testing

@Suite("Links in texts")
struct ItemLinkTests {
  @Test(arguments: [
    ("see https://example.org/a?b=c#d, then", ["https://example.org/a?b=c#d"]),
    ("(https://en.wikipedia.org/wiki/Swift_(bird))", ["https://en.wikipedia.org/wiki/Swift_(bird)"]),
    (
      "[page](http://example.org/x). <ftp://ftp.example.org/> “https://example.org/ö”",
      [
        "http://example.org/x", "ftp://ftp.example.org/", "https://example.org/ö",
      ]
    ),
    ("mail mailto:ada@example.org! and file:///tmp/a%20b", ["mailto:ada@example.org", "file:///tmp/a%20b"]),
    ("HTTPS://Example.org https://a https://a", ["HTTPS://Example.org", "https://a"]),
    ("-https://example.org --http://x", ["https://example.org", "http://x"]),
    ("https://a\u{1b}]8;;x https://b\u{202e}c https://c\nd", ["https://a", "https://b", "https://c"]),
    ("12:30 note: x:y C:\\x :// https:// http:/// a://", []), ("", []),
  ])
  func areFoundInWhatPeopleWrite(_ text: String, _ links: [String]) {
    #expect(ItemLink.links(in: text).map(\.text) == links)
    #expect(ItemLink.occurrences(in: text).allSatisfy { text[$0.range] == $0.link.text[...] })
  }

  @Test func repeatedOnesHideNoOthers() {
    let text = String(repeating: "https://a ", count: ItemLink.limit) + "https://b"
    #expect(ItemLink.links(in: text).map(\.text) == ["https://a", "https://b"])
    #expect(ItemLink.occurrences(in: text).count == ItemLink.limit)
  }

  @Test func onlyStatedSchemesAreOpened() {
    let links = ItemLink.links(in: "ssh://host vscode://x javascript://%0aalert(1) HTTP://x mailto:a")
    #expect(links.map(\.isOpened) == [false, false, false, true, true])
    #expect(links.map(\.scheme) == ["ssh", "vscode", "javascript", "http", "mailto"])
  }

  @Test func ofHostileTextsNoneCanPassForAnOption() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "https", ":", "//", "mailto:", "-", " ", "\n", "\u{1b}", "a", "é", ")", "(", ".", "\u{202e}", "🌻", "\\", "'",
    ]
    for _ in 0..<5_000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      for link in ItemLink.links(in: text) {
        #expect(text.contains(link.text), "\(text.debugDescription), seed \(seed)")
        #expect(link.text.first?.isLetter == true && !link.text.contains { $0.isWhitespace }, "seed \(seed)")
        #expect(!link.text.unicodeScalars.contains { $0.properties.generalCategory == .control }, "seed \(seed)")
      }
    }
  }

  @Test func longTextsAndLongLinksHaveALimit() {
    #expect(ItemLink.links(in: String(repeating: "https://a.b ", count: 10)).count == 1)
    #expect(ItemLink.links(in: (0..<1_000).map { "https://\($0) " }.joined()).count == ItemLink.limit)
    #expect(
      ItemLink.links(in: "https://" + String(repeating: "x", count: 5_000) + " https://b").map(\.text) == ["https://b"])
    #expect(ItemLink.links(in: String(repeating: ":", count: 1 << 20)).isEmpty)
    #expect(ItemLink.links(in: String(repeating: "a://", count: 1 << 18)).isEmpty)
    #expect(ItemLink.links(in: String(repeating: "aa://", count: 1 << 18)).count <= 1)
  }
}
