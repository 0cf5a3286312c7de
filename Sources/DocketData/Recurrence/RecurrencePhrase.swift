import Foundation

/// Parses what people type to say how an item repeats: `weekdays`, `every 2 weeks`, `last fri`, `after 3 days`.
///
/// `RecurrenceRule.words` says a rule in words that this reads back as the same rule.
public enum RecurrencePhrase {
  /// Parses a phrase, the value of an RRULE, or an interval such as `2weeks`; case does not matter.
  ///
  /// - Parameter reference: what the date after `until` is relative to.
  /// - Returns: nil if the text is none of them, and for words that name days which no year has, such as `feb 30`.
  public static func rule(
    of text: some StringProtocol, _ reference: DateReference = DateReference()
  ) -> RecurrenceRule? {
    let text = text.trimmingCharacters(in: .whitespaces)
    if let rule = RecurrenceRule(rawValue: text) { return rule }
    if text.contains("=") {
      return [RecurrenceRule.quotation, "RRULE:"].first { text.lowercased().hasPrefix($0.lowercased()) }
        .flatMap { RecurrenceRule(rawValue: String(text.dropFirst($0.count))) }
    }
    guard text.utf8.count <= RecurrenceParts.maxBytes else { return nil }
    var scanner = RecurrenceScanner(text, reference)
    var draft = RecurrenceDraft()
    if let (unit, count) = scanner.ordinalInterval(), !draft.repeats(unit, every: count) { return nil }
    scanner.skip(RecurrenceScanner.fillers)
    while !scanner.isAtEnd {
      guard RecurrenceForm.all.contains(where: { scanner.takes($0, into: &draft) }) else { return nil }
      scanner.skip(RecurrenceScanner.fillers)
    }
    guard let parts = draft.parts, parts.hasPossibleDay else { return nil }
    return RecurrenceRule(rawValue: parts.text)
  }

  /// What may be typed, for completion: "daily", "weekdays", "every 2 weeks".
  public static let examples = RecurrenceForm.all.filter { !$0.isEnding }.flatMap(\.typed)

  /// What may be typed: "daily, weekly, …, 'every 2 weeks', …, with an end such as '3 times' or …".
  public static let help = list(examples) + ", with an end such as " + endings.joined(separator: " or ")

  /// One example of each form, for messages: "daily, weekdays, …".
  public static let briefHelp = list(RecurrenceForm.all.filter { !$0.isEnding }.compactMap(\.typed.first))

  /// The forms that are offered, each with its examples, the best first, and with what it means.
  public static let forms = RecurrenceForm.all.filter { !$0.typed.isEmpty }.map {
    (examples: $0.typed, meaning: $0.meaning)
  }

  private static let endings = RecurrenceForm.all.filter(\.isEnding).flatMap(\.typed).map { "'\($0)'" }

  private static func list(_ texts: [String]) -> String {
    texts.map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: ", ")
  }
}
