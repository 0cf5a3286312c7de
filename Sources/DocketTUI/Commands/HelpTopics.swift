import DocketData
import TerminalUI

/// What the help says below the keys: the month, dates, repetition, quick add and queries, from the tables of their
/// parsers.
@MainActor
enum HelpTopics {
  /// The sections, each with its title.
  static let all: [[KeyHint]] = [
    section("Month", MonthLayer.help),
    section("Dates", DateForm.all.map { hint($0.examples, $0.meaning) }),
    section("Repetition", RecurrencePhrase.forms.map { hint($0.examples, $0.meaning) }),
    section("Quick add", QuickAdd.marks.map { KeyHint($0.text, "", help: $0.meaning) }),
    section("Search", QueryCompletion.terms.map { KeyHint($0.text, "", help: $0.meaning) } + marks),
  ]

  private static let marks = QueryCompletion.marks.map { KeyHint($0.text, "", help: $0.meaning) }

  private static func section(_ title: String, _ hints: [KeyHint]) -> [KeyHint] { [KeyHint(title, "")] + hints }

  /// A form by its first examples, which have room beside what it means, with the others behind that.
  private static func hint(_ examples: [String], _ meaning: String) -> KeyHint {
    var first = 1
    while first < examples.count, width(examples.prefix(first + 1)) <= maxFormWidth { first += 1 }
    let others = examples.dropFirst(first).joined(separator: ", ")
    let meaning = meaning + (others.isEmpty ? "" : " (also \(others))")
    return KeyHint(examples.prefix(first).joined(separator: ", "), "", help: meaning)
  }

  private static func width(_ examples: ArraySlice<String>) -> Int {
    TerminalText.width(of: examples.joined(separator: ", "))
  }

  private static let maxFormWidth = 18
}
