import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Folding for full-text indexes")
struct TextFolderTests {
  @Test(arguments: [
    ("", ""), ("Title", "title"), ("a\0B", "a b"), ("CAF\u{C9}", "cafe"), ("cafe\u{301}", "cafe"),
    ("Stra\u{DF}e", "strasse"), ("STRA\u{1E9E}E", "strasse"), ("\u{FB01}n", "fin"), ("\u{212A}elvin", "kelvin"),
    ("\u{130}\u{131}I", "iii"), ("\u{3A3}\u{3C3}\u{3C2}", "\u{3C3}\u{3C3}\u{3C3}"), ("\u{1F44D}\u{1F3FB}", "\u{1F44D}"),
  ])
  func texts(_ text: String, _ folded: String) {
    var folder = TextFolder()
    #expect(Array(folder.fold(text).unicodeScalars) == Array(folded.unicodeScalars))
  }

  @Test func foldingDoesNotDependOnWhatStandsBeside() {
    var random = SeededGenerator(seed: 7)
    var folder = TextFolder()
    for _ in 0..<2000 {
      let (left, right) = (HostileText.random(&random), HostileText.random(&random))
      let apart = Array((folder.fold(left) + folder.fold(right)).unicodeScalars)
      #expect(Array(folder.fold(left + right).unicodeScalars) == apart)
    }
  }

  /// Whatever Foundation or Swift take for the same as one scalar, or pass over, folds alike.
  @Test(arguments: [
    0..<0x3400, 0xA000..<0xAC10, 0xD7B0..<0xD800, 0xF900..<0x10000, 0x10000..<0x11F00, 0x1D100..<0x1FB00,
  ])
  func foldingIsCoarserThanWhatIsCompared(_ range: Range<UInt32>) {
    var folder = TextFolder()
    for scalar in range.lazy.compactMap(Unicode.Scalar.init) where isAssigned(scalar) {
      let text = String(Character(scalar))
      let same = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      let folded = folder.fold(text)
      #expect(folded == folder.fold(same), "U+\(String(scalar.value, radix: 16))")
      #expect(folded == folder.fold(text.decomposedStringWithCanonicalMapping))
      if LocalizedSearch.text("ab\(text)yz", contains: "abyz") { #expect(folded.isEmpty) }
      if scalar.properties.canonicalCombiningClass != .notReordered { #expect(folded.isEmpty) }
    }
  }

  private func isAssigned(_ scalar: Unicode.Scalar) -> Bool {
    ![.unassigned, .privateUse].contains(scalar.properties.generalCategory)
  }

  @Test(arguments: ["", "ab", "a\u{301}b", "\u{345}\u{3B9}ab", "\u{1F1E9}\u{1F1EA}"])
  func shortTextsAreNotLookedUp(_ text: String) { #expect(FullTextQuery(text) == nil) }

  @Test func trigramsAreQuoted() {
    #expect(FullTextQuery("A\"b*")?.expression == "\"a\"\"b\" \"\"\"b*\"")
    #expect(FullTextQuery(String(repeating: "x", count: 10_000))?.expression.count == 12 * 6 - 1)
  }

  @Test func aNULDoesNotMakeTheSearchTrap() {
    #expect(LocalizedSearch.text("\u{1F3FB}\u{130}\0\u{AB70}i", contains: "i\0"))
    #expect(!LocalizedSearch.text("abc", contains: ""))
  }
}
