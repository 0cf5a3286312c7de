import Foundation
import Testing

@testable import TerminalUI

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("ｱ", 1), ("Ａ", 2),
    ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("", 0), ("a\tb", 5), ("क्षि", 3),
    ("\u{301}", 1), ("שלום", 4),
  ])
  func columns(_ text: String, _ width: Int) { #expect(TerminalText.width(of: text) == width) }

  @Test(arguments: [
    ("a\u{1B}[31mb", "a␛[31mb"), ("\u{0}\u{7}\r\n", "␀␇␍␊"), ("\u{7F}", "␡"), ("\u{9B}31m", "\u{FFFD}31m"),
    ("a\u{202E}b", "a⇄b"), ("a\u{200B}b", "a·b"), ("a\u{200D}b", "a·b"), ("\u{FEFF}", "·"), ("x\u{2028}y", "x␤y"),
    ("😀\u{E0041}", "😀·"), ("\u{3164}", "·"), ("A\u{FE0F}", "A·"), ("a\u{200C}b", "a·b"), ("\u{200C}", "·"),
    ("ی\u{200C}\u{200C}م", "ی\u{200C}·م"), ("ی\u{200D}م", "ی·م"), ("۱\u{200C}۲", "۱·۲"), ("ש\u{200C}ל", "ש·ל"),
    ("👨‍👩‍👧", "👨‍👩‍👧"),
  ])
  func whatATerminalWouldObeyOrHideBecomesVisible(_ text: String, _ shown: String) {
    #expect(TerminalText.printable(text) == shown)
  }

  /// Persian and Indic words need them.
  @Test(arguments: [
    ("می\u{200C}خواهم", 7), ("کتاب\u{200C}ها", 6), ("خانه\u{200C}ای", 6), ("بَ\u{200C}ب", 2), ("क\u{94D}\u{200C}ष", 2),
    ("क\u{94D}\u{200D}ष", 2), ("ක\u{DCA}\u{200D}ෂ", 2),
  ])
  func joinersThatAWordIsWrittenWithAreNotMarked(_ text: String, _ columns: Int) {
    #expect(TerminalText.printable(text).unicodeScalars.elementsEqual(text.unicodeScalars))
    #expect(TerminalText.width(of: text) == columns)
  }

  @Test func theBeginningOfATextEndsBetweenScalars() {
    #expect(TerminalText.beginning(of: "größe", limit: 5) == "größe")
    #expect(TerminalText.beginning(of: "größe", limit: 4) == "größ…")
    #expect(TerminalText.beginning(of: "e\u{301}\u{302}", limit: 2).unicodeScalars.count == 3)
    #expect(TerminalText.beginning(of: "", limit: 0) == "" && TerminalText.beginning(of: "a", limit: 0) == "…")
  }

  @Test func marksPiledOnABaseAreLimited() {
    let line = CellLine("a" + String(repeating: "\u{301}", count: 2000) + "b")
    #expect(line.width == 2)
    #expect(line.cells[0].glyph.scalars.count == 1 + GlyphScanner.marksPerBase)
  }

  /// Curses loses what stands behind a scalar of two columns.
  @Test(arguments: [
    ("か\u{3099}き\u{3099}", "が|ぎ"), ("は\u{309A}", "ぱ"), ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}", "한|구"),
  ])
  func lettersAndMarksOfTwoColumnsAreOneScalar(text: String, glyphs: String) {
    let cells = CellLine(text).cells.filter { !$0.isContinuation }
    #expect(cells.allSatisfy { $0.width == 2 && $0.glyph.scalars.count == 1 })
    #expect(cells.map(\.glyph.description).joined(separator: "|").unicodeScalars.elementsEqual(glyphs.unicodeScalars))
  }

  /// ASCII is not looked at cluster by cluster, other text beside it is.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func mixedTextIsTheSameAsItsCharactersOneByOne(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let parts = [
      "a", "Z", "7", " ", "#", "~", "\t", "\r", "\n", "\u{7F}", "\u{301}", "\u{FE0F}", "\u{20E3}", "\u{200D}",
      "\u{200B}",
      "\u{600}", "é", "ß", "漢", "か", "\u{3099}", "한", "👍", "🏽", "👩", "🇩", "🇪", "क", "\u{94D}", "ष", "…", "●",
    ]
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
        .joined()
      let limit = Int.random(in: 0...16, using: &random)
      var (whole, limited) = (CellLine(), CellLine())
      for character in text {
        if limited.width <= limit { limited.append(String(character)) }
        whole.append(String(character))
      }
      #expect(CellLine(text) == whole, "\(text.unicodeScalars.map(\.value)), seed \(seed)")
      #expect(CellLine(text, limit: limit) == limited, "\(text.unicodeScalars.map(\.value)), \(limit), seed \(seed)")
    }
  }

  @Test func longTextCostsOnlyWhatIsShown() {
    let line = CellLine(String(repeating: "é", count: 100_000), limit: 10)
    #expect(line.width <= 12)
    #expect(CellLine(String(repeating: "x", count: 100_000), limit: 10).fitted(to: 10).description == "xxxxxxxxx…")
  }

  @Test func partOfATextHasAWidthToo() { #expect(CellLine("hello".dropFirst(2)).width == 3) }

  /// A sequence of selectors, joiners or tags can carry any data unseen.
  @Test(arguments: [
    ("1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}"), ("#\u{20E3}", "#\u{20E3}"), ("1\u{FE0F}", "1·"),
    ("1\u{FE0F}\u{FE0F}\u{20E3}", "1··\u{20E3}"), ("1\u{200D}\u{FE0F}\u{20E3}", "1··\u{20E3}"),
    ("1\u{E0041}\u{20E3}", "1·\u{20E3}"), ("☺\u{FE0E}", "☺"), ("☺\u{FE0E}\u{FE0E}", "☺·"), ("☺\u{FE00}", "☺·"),
    ("😀\u{E0100}\u{E0101}", "😀··"), ("😀\u{FE0F}\u{FE0F}", "😀·"), ("👩\u{200D}\u{200D}💻", "👩··💻"),
    ("葛\u{E0100}", "葛\u{E0100}"), ("葛\u{E0100}\u{E0101}", "葛\u{E0100}·"), ("葛\u{FE00}", "葛\u{FE00}"),
    ("a\u{FE00}", "a·"), ("a\u{301}\u{E0101}", "a\u{301}·"), ("é\u{FE0F}x", "é·x"),
    ("🏴\u{E0067}\u{E0062}", "🏴··"), ("🏴\u{E0067}\u{E007F}\u{E0067}\u{E007F}", "🏴····"),
  ])
  func whatChoosesLooksIsMarkedWhereItChoosesNone(_ text: String, _ shown: String) {
    #expect(
      TerminalText.printable(text).unicodeScalars.elementsEqual(shown.unicodeScalars),
      "\(TerminalText.printable(text).unicodeScalars.map { String($0.value, radix: 16) })")
  }
}

@Suite struct ASCIIFallbackTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources/TerminalUI").standardizedFileURL

  /// The characters that the library draws, from the literals of its sources.
  @Test func everythingThatTheLibraryDrawsHasALook() throws {
    let files = try #require(FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    #expect(files.count > 50)
    for file in files {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let code = line.prefix(upTo: line.range(of: "//")?.lowerBound ?? line.endIndex)
        let missing = code.unicodeScalars.filter { ASCIIFallback.look(of: $0) == nil }
        #expect(missing.isEmpty, "\(file.lastPathComponent): \(line)")
      }
    }
  }

  @Test func everyMarkHasALook() {
    let scalars = (0...0xFFFF).compactMap { Unicode.Scalar($0 as UInt32) }
    let marks = Set(scalars.compactMap(VisibleMark.mark(for:)))
    #expect(marks.count > 30)
    #expect(marks.allSatisfy { ASCIIFallback.look(of: $0) != nil })
  }

  @Test(arguments: [
    ("3×4", "3x4"), ("a\u{1B}b", "a^b"), ("x\u{2028}y", "x/y"), ("\u{301}", "-"), ("é漢", "??"), ("○◌●↻›", "o-x&*"),
  ])
  func textIsShown(_ text: String, _ shown: String) {
    let look = CellLine(text).cells.filter { !$0.isContinuation }.map { ASCIIFallback.scalar(for: $0.glyph) }
    #expect(String(String.UnicodeScalarView(look)) == shown)
  }
}
