import Foundation
import OpenSwiftData

/// A model with full-text indexes.
@Model final class Memo {
  #FullTextIndex<Memo>(\.title, \.notes)
  #Index<Memo>([\.rank])
  var title: String
  var notes: String?
  var rank: Int
  @Attribute(.unique) var code: String?
  var folder: Binder?

  init(_ title: String, notes: String? = nil, rank: Int = 0, code: String? = nil, folder: Binder? = nil) {
    self.title = title
    self.notes = notes
    self.rank = rank
    self.code = code
    self.folder = folder
  }
}

@Model final class Binder {
  #FullTextIndex<Binder>(\.name)
  var name: String
  @Relationship(inverse: \Memo.folder) var memos: [Memo] = []

  init(_ name: String) { self.name = name }
}

/// The same texts without an index.
@Model final class PlainMemo {
  var title: String
  var notes: String?
  var rank: Int

  init(_ title: String, notes: String?, rank: Int) {
    self.title = title
    self.notes = notes
    self.rank = rank
  }
}

extension ModelContext {
  /// The titles of what a predicate finds, in the order of the keys.
  func titles(_ predicate: Predicate<Memo>) throws -> [String] {
    try fetch(FetchDescriptor(predicate: predicate)).map(\.title)
  }
}

/// The tables and triggers of full-text indexes.
let fullTextObjects =
  """
  SELECT count(*) FROM sqlite_master
  WHERE name LIKE 'openswiftdata_text%' OR name LIKE 'openswiftdata_trigrams%' OR name LIKE '%unindexed%'
  """

/// The tables of FTS5 with texts.
let fullTextContents = "SELECT count(*) FROM sqlite_master WHERE name LIKE 'openswiftdata_text_%_content'"

/// The SQL that makes of an index what versions up to 3 of its tables were, which kept the folded texts and noted keys
/// only.
func earlierFullText(_ entity: String, _ column: String) -> String {
  let (texts, notes) = ("\"openswiftdata_text_\(entity).\(column)\"", "openswiftdata_unindexed_\(entity)")
  return """
    DROP TABLE \(texts);
    CREATE VIRTUAL TABLE \(texts) USING fts5(text, tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0);
    INSERT INTO \(texts)(rowid, text) SELECT id, lower("\(column)") || char(1, 1) FROM "\(entity)";
    DROP TABLE \(notes);
    CREATE TABLE \(notes)(id INTEGER NOT NULL);
    DROP TRIGGER "\(notes).inserted"; DROP TRIGGER "\(notes).updated"; DROP TRIGGER "\(notes).deleted";
    CREATE TRIGGER "\(notes).inserted" AFTER INSERT ON "\(entity)" BEGIN INSERT INTO \(notes) VALUES(new.id); END;
    CREATE TRIGGER "\(notes).updated" AFTER UPDATE ON "\(entity)" BEGIN INSERT INTO \(notes) VALUES(new.id); END;
    CREATE TRIGGER "\(notes).deleted" AFTER DELETE ON "\(entity)" BEGIN INSERT INTO \(notes) VALUES(old.id); END;
    UPDATE openswiftdata_metadata SET value = '3.3' WHERE key = 'full_text_folding'
    """
}

// MARK: - Peculiar texts

/// The letters that become several when their case changes, and such that stand for all others that fold in a way of
/// their own: marks, ligatures, modifiers, letters of several scalars.
enum Peculiar {
  static let letters: [String] = expanding + others

  private static let expanding: [String] = (0x80...0x1_FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
    [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping, scalar.properties.titlecaseMapping]
      .contains { $0.unicodeScalars.count > 1 }
  }.map { String(Character($0)) }

  private static let others = [
    "a", "S", "I", "\u{131}", "\u{2BC}", "\u{17F}", "\u{1E9E}", "\u{E9}", "\u{1EA5}", "\u{212A}", "\u{3C2}", "\u{3B9}",
    "\u{399}", "\u{1FBE}", "\u{345}", "\u{301}", "\u{308}", "\u{1C5}", "\u{132}", "\u{10D0}", "\u{1C90}", "\u{13A0}",
    "\u{AB70}", "\u{5D0}", "\u{5B7}", "\u{FB2A}", "\u{627}", "\u{64E}", "\u{FEFB}", "\u{915}", "\u{93C}", "\u{93F}",
    "\u{958}", "\u{AC00}", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{FF21}", "\u{FF9E}", "\u{1F600}", "\u{1F3FB}",
    "\u{200D}", "\u{FE0F}", "\u{AD}", "\u{10400}", "\u{1D15E}", "\u{2B0}", "\u{F900}", "\0", "\n",
  ]

  /// Texts that are alike to two letters in a row, or might be taken for it.
  static func texts(_ first: String, _ second: String) -> [String] {
    let ends = [second, second.uppercased(), "\u{E9}\(second)", "s\u{301}", "-\(second)", "\u{E9}-\(second)"]
    return forms(first).flatMap { form in ends.map { form + $0 } }
  }

  private static func forms(_ letter: String) -> Set<String> {
    let folded = letter.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    return [letter, letter.uppercased(), folded, String(folded.prefix(1))]
  }
}

// MARK: - Hostile texts

/// Texts of scalars that fold in ways of their own.
enum HostileText {
  private static let pieces = [
    "a", "b", "A", "B", "i", "I", "\u{131}", "\u{130}", "\u{307}", "\u{301}", "\u{345}", "\u{3B9}", "\u{399}",
    "\u{1FB3}", "\u{DF}", "\u{1E9E}", "s", "S", "\u{17F}", "\u{FB01}", "f", "\u{3C3}", "\u{3C2}", "\u{3A3}", "e\u{301}",
    "\u{E9}", "\u{C9}", "k", "\u{212A}", "\u{FF21}", "\u{1F600}", "\u{1F468}\u{200D}\u{1F469}", "\u{1F3FB}",
    "\u{1F1E9}", "\u{1F1EA}", "\u{200D}", "\u{FE0F}", "\u{AC00}", "\u{AC01}", "\u{1100}", "\u{1161}", "\u{11A8}",
    "\u{FF9E}",
    "\u{FF76}", "\0", "\r", "\n", "\r\n", "\"", "*", "'", "%", "(", ")", ":", "^", "-", "AND", "OR", "NOT", "NEAR",
    "\u{5D0}\u{5B7}", "\u{915}\u{93F}", "\u{627}\u{64E}", "\u{F900}", "\u{AD}", "\u{149}", "\u{1E96}",
    "\u{3A5}\u{301}", "\u{3D3}", "\u{1C4}", "\u{1C5}", "\u{10D0}", "\u{1C90}", "\u{13A0}", "\u{AB70}", "\u{327}",
    "\u{323}", "\u{1D15E}", "\u{FFFE}", "\u{FFFF}", "\u{FFFD}", "lorem ipsum ", "dolor ",
  ]

  /// Some of the pieces in a row.
  static func random(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...12, using: &random)).map { _ in random.pick(pieces) }.joined()
  }

  /// A part of a text, written otherwise.
  static func part(of text: String, _ random: inout SeededGenerator) -> String {
    let scalars = Array(text.unicodeScalars)
    guard !scalars.isEmpty else { return "abc" }
    let start = Int.random(in: 0..<scalars.count, using: &random)
    let end = Int.random(in: start...min(scalars.count, start + 8), using: &random)
    return rewritten(String(String.UnicodeScalarView(scalars[start..<end])), &random)
  }

  private static func rewritten(_ text: String, _ random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: text.uppercased()
    case 1: text.lowercased()
    case 2: text.decomposedStringWithCanonicalMapping
    case 3: text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    default: text
    }
  }
}
