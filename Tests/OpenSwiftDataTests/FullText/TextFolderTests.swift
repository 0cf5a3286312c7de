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

// MARK: - Literal beginnings

@Suite("What localizedStandardContains finds, the index has")
struct LiteralBeginningTests {
  @Test(arguments: [
    ("", ""), ("Caf\u{E9} au", "Caf\u{E9} au"), ("cafe\u{301} au", "cafe"), ("Stra\u{DF}e", "Stra"),
    ("\u{149}\u{DF}", ""), ("a\0b", "a"), ("\u{D55C}\u{AE00}", "\u{D55C}\u{AE00}"),
    ("\u{3BA}\u{3B1}\u{3B9}", "\u{3BA}\u{3B1}\u{3B9}"),
    ("\u{5E9}\u{5B8}\u{5DC}", "\u{5E9}"), ("of\u{FB01}ce", "of"),
    ("a\u{AC00}\u{1161}", "a"),
  ])
  func isWhatComesBeforeMarksAndLigatures(_ text: String, _ beginning: String) {
    var folder = TextFolder()
    #expect(Array(folder.literalBeginning(of: text).unicodeScalars) == Array(beginning.unicodeScalars))
  }

  /// Foundation finds the second letter of a folded one in any letter with an accent, and that of a syllable too.
  @Test(arguments: [
    ("s\u{C9}-", "\u{DF}-"), ("\u{149}s\u{E9}", "\u{149}\u{DF}"), ("a\u{DF}", "as\u{301}ss"), ("a", "a\0\0"),
    ("k\u{1100}\u{13A0}", "\u{212A}\u{AC00}"), ("a\u{AC00}\u{E9}b", "a\u{AC01}b"),
    ("a\u{AC00}e\u{301}\u{D55C}", "\u{AC01}\u{D55C}"), ("\u{1100}\u{AC00}", "\u{AC00}\u{1161}"),
  ])
  func whatFoundationFindsThatIsNotThereIsNoCounterexample(_ text: String, _ part: String) throws {
    #expect(LocalizedSearch.text(text, contains: part))
    let context = ModelContext(try memoryContainer(Memo.self, Binder.self))
    context.insert(Memo("some \(text)"))
    try context.save()
    #expect(try context.titles(#Predicate { $0.title.localizedStandardContains(part) }).count == 1)
  }

  @Test(arguments: [
    ("\u{D55C}\u{AE00} \u{AC00}\u{B098}", false), ("\u{AC00}abc \u{E9}", false), ("caf\u{E9} \u{1100}", false),
    ("\u{AC01}\u{E9}", false), ("\u{AC00}\u{E9}", true), ("\u{AC00}e\u{301}", true), ("\u{1100}\u{13A0}", true),
  ])
  func onlyAnOpenSyllableBeforeAnAccentIsMarked(_ text: String, _ isMarked: Bool) {
    var folder = TextFolder()
    #expect(
      folder.indexed(text) == folder.fold(text) + TextFolder.end + (isMarked ? TextFolder.openSyllableMark : ""))
  }

  /// All pairs of the letters that fold to several, that mark others, or that Foundation treats in a way of its own.
  @Test func ofAllPairsOfPeculiarLetters() {
    var folder = TextFolder()
    var found = 0
    for first in Peculiar.letters {
      for second in Peculiar.letters {
        for part in [first + second, first + "-" + second] {
          let beginning = Array(folder.fold(folder.literalBeginning(of: part)).unicodeScalars)
          for text in Peculiar.texts(first, second) where LocalizedSearch.text(text, contains: part) {
            found += 1
            let folded = Array(folder.fold(text).unicodeScalars)
            #expect(
              folded.contains(beginning), "\(part.unicodeScalars.map(\.value)) in \(text.unicodeScalars.map(\.value))")
          }
        }
      }
    }
    #expect(found > 100_000)
  }
}
