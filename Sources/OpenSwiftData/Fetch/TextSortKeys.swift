import Foundation

// What texts are sorted by: values whose `<` is an order that SQL has too.

/// A text in the order of its UTF-8, which is that of its Unicode scalars.
///
/// It is the order in which SQLite compares texts and indexes keep them; canonically equivalent texts differ in it.
struct LexicalText: Comparable {
  let text: String

  static func == (left: LexicalText, right: LexicalText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  static func < (left: LexicalText, right: LexicalText) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

/// A text that is ordered by the rules of the current locale.
struct LocalizedText: Comparable {
  let text: String

  static func == (left: LocalizedText, right: LocalizedText) -> Bool {
    TextCollation.localized.compare(left.text, right.text) == .orderedSame
  }

  static func < (left: LocalizedText, right: LocalizedText) -> Bool {
    TextCollation.localized.compare(left.text, right.text) == .orderedAscending
  }
}

/// A text that is ordered as a file browser orders names.
struct LocalizedStandardText: Comparable {
  let text: String

  static func == (left: LocalizedStandardText, right: LocalizedStandardText) -> Bool {
    TextCollation.localizedStandard.compare(left.text, right.text) == .orderedSame
  }

  static func < (left: LocalizedStandardText, right: LocalizedStandardText) -> Bool {
    TextCollation.localizedStandard.compare(left.text, right.text) == .orderedAscending
  }
}

extension String {
  var lexicalSortKey: LexicalText { LexicalText(text: self) }
  var localizedSortKey: LocalizedText { LocalizedText(text: self) }
  var localizedStandardSortKey: LocalizedStandardText { LocalizedStandardText(text: self) }
}

extension String? {
  var lexicalSortKey: LexicalText? { map(\.lexicalSortKey) }
  var localizedSortKey: LocalizedText? { map(\.localizedSortKey) }
  var localizedStandardSortKey: LocalizedStandardText? { map(\.localizedStandardSortKey) }
}
