import Foundation

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
