/// A repetition at the beginning of a longer text: the `other fri` of `other fri put the bins out`.
///
/// As few words as say how an item repeats are taken, and more behind words that connect them: `1st and 15th`, `mon, wed`,
/// `last fri of march`, `week until 24 dec`. In `week in Rome` they belong to the text.
struct RecurrenceInText {
  /// The most words: `last day of every other month until the 24th of dec 2027 at 5:30 pm`.
  static let maxWords = 16

  private static let connectives: Set<String> = ["and", "on", "in", "of"]

  private let words: [String]
  private let reference: DateReference

  /// - Parameter text: the words of the text, of which the first ones are enough.
  init(_ text: some Sequence<String>, _ reference: DateReference) {
    words = Array(text.prefix(Self.maxWords))
    self.reference = reference
  }

  /// The rule, and how many words it takes; nil if the text does not begin with one.
  var beginning: (rule: RecurrenceRule, count: Int)? {
    let counts = isOpen ? [2, 1] + Array(words.indices.dropFirst(2).map { $0 + 1 }) : words.indices.map { $0 + 1 }
    guard var (rule, count) = first(counts) else { return nil }
    while let (longer, next) = extended(count) { (rule, count) = (longer, next) }
    return (rule, count)
  }

  /// The longest rule at the beginning; more of its words may be meant for it than those that are taken.
  var longest: (rule: RecurrenceRule, count: Int)? { first(words.indices.map { $0 + 1 }.reversed()) }

  /// Whether the first word says something other with the next one: `2nd day`, `dec 24`.
  private var isOpen: Bool {
    guard let first = words.first?.lowercased() else { return false }
    return RecurrenceWord.ordinal(first) != nil || CalendarWord.month(first) != nil
  }

  /// The rule with what the next word connects to it.
  private func extended(_ count: Int) -> (rule: RecurrenceRule, count: Int)? {
    guard count < words.count else { return nil }
    let next = words[count].lowercased()
    if next == "until" {
      guard let date = DatePhrase.beginning(of: Array(words[(count + 1)...]), reference) else { return nil }
      return first([count + 1 + date.count])
    }
    guard words[count - 1].hasSuffix(",") || Self.connectives.contains(next) else { return nil }
    return first(Array((count + 1)...words.count))
  }

  /// The first of some numbers of words that make a rule, and do not end with a word that says nothing.
  private func first(_ counts: some Sequence<Int>) -> (rule: RecurrenceRule, count: Int)? {
    for count in counts where count <= words.count {
      guard !RecurrenceScanner.fillers.contains(words[count - 1].lowercased()) else { continue }
      let phrase = words.prefix(count).joined(separator: " ")
      if let rule = RecurrencePhrase.rule(of: phrase, reference) { return (rule, count) }
    }
    return nil
  }
}
