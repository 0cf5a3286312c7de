import Foundation

// What sort descriptors compare in memory for types without an order that Foundation and SQL share.

extension Bool {
  /// False before true.
  var sortKey: Int { self ? 1 : 0 }
}

extension Bool? {
  var sortKey: Int? { map(\.sortKey) }
}

extension RawRepresentable where RawValue: Comparable {
  var rawSortKey: RawValue { rawValue }
}

extension Optional where Wrapped: RawRepresentable, Wrapped.RawValue: Comparable {
  var rawSortKey: Wrapped.RawValue? { map(\.rawValue) }
}

extension RawRepresentable<String> {
  var rawTextSortKey: LexicalText { LexicalText(text: rawValue) }
}

extension Optional where Wrapped: RawRepresentable<String> {
  var rawTextSortKey: LexicalText? { map(\.rawTextSortKey) }
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

/// A text ordered by its UTF-8, as in SQLite and its indexes; canonically equivalent texts differ.
struct LexicalText: Comparable {
  let text: String

  static func == (left: LexicalText, right: LexicalText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  static func < (left: LexicalText, right: LexicalText) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

/// A text ordered by the current locale.
struct LocalizedText: Comparable {
  let text: String

  static func == (left: LocalizedText, right: LocalizedText) -> Bool {
    TextCollation.localized.compare(left.text, right.text) == .orderedSame
  }

  static func < (left: LocalizedText, right: LocalizedText) -> Bool {
    TextCollation.localized.compare(left.text, right.text) == .orderedAscending
  }
}

/// A text ordered as file browsers order names.
struct LocalizedStandardText: Comparable {
  let text: String

  static func == (left: LocalizedStandardText, right: LocalizedStandardText) -> Bool {
    TextCollation.localizedStandard.compare(left.text, right.text) == .orderedSame
  }

  static func < (left: LocalizedStandardText, right: LocalizedStandardText) -> Bool {
    TextCollation.localizedStandard.compare(left.text, right.text) == .orderedAscending
  }
}
