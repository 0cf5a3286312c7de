import Foundation
import Testing

@testable import OpenSwiftData

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
