/// What the full-text index is asked for a text that others shall contain: each row with all of its trigrams.
///
/// Source: https://www.sqlite.org/fts5.html#the_trigram_tokenizer
struct FullTextQuery {
  /// The right side of `MATCH`.
  let expression: String

  /// How many trigrams are looked up; more would hardly exclude further rows.
  private static let largestCount = 12

  /// Nil for a text that folds to fewer than three scalars: the index can't tell anything about it.
  init?(_ text: String) {
    guard let trigrams = Self.trigrams(of: text) else { return nil }
    expression = trigrams
  }

  /// Of what Foundation searches by its own rules, only the beginning can be looked up that the index can rely on.
  init?(_ text: String, searchedBy function: String) {
    guard function == LocalizedSearch.functionName else {
      self.init(text)
      return
    }
    self.init(beginning: text)
  }

  private init?(beginning text: String) {
    var folder = TextFolder()
    let beginning = folder.literalBeginning(of: text)
    guard let trigrams = Self.trigrams(of: beginning) else { return nil }
    expression = TextFolder.hasSyllable(beginning) ? "(\(trigrams)) OR \(Self.openSyllable)" : trigrams
  }

  /// What the trigrams of a shorter text begin with, wherever it stands; nil if nothing is left of it, or if it is found
  /// where it isn't.
  static func beginning(of text: String) -> String? {
    var folder = TextFolder()
    let beginning = folder.literalBeginning(of: text)
    guard !TextFolder.hasSyllable(beginning) else { return nil }
    let folded = folder.fold(beginning)
    return (1...2).contains(folded.unicodeScalars.count) ? folded : nil
  }

  /// Finds the texts in which a syllable may be found that isn't there.
  private static let openSyllable = quoted(TextFolder.openSyllableMark.unicodeScalars)

  private static func trigrams(of text: String) -> String? {
    var folder = TextFolder()
    let scalars = Array(folder.fold(text).unicodeScalars)
    guard scalars.count >= 3 else { return nil }
    return starts(scalars.count).map { quoted(scalars[$0...($0 + 2)]) }.joined(separator: " ")
  }

  /// Where the trigrams begin that are looked up: all, or some at equal distances.
  private static func starts(_ count: Int) -> [Int] {
    let last = count - 3
    guard last >= largestCount else { return Array(0...last) }
    return (0..<largestCount).map { $0 * last / (largestCount - 1) }
  }

  /// Quotes a trigram, which may contain anything.
  private static func quoted(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    let doubled = scalars.map { $0 == "\"" ? "\"\"" : String(Character($0)) }.joined()
    return "\"\(doubled)\""
  }
}
