import Foundation

/// An item as it is typed in one line: `Buy milk #home !high @tomorrow ~mon >Groceries every:week after:12`.
///
/// Tokens can stand anywhere. Everything else belongs to the title, and so does a token after a backslash.
public struct QuickAdd: Hashable, Sendable {
  /// A part of the line that was recognized, with its range.
  public struct Token: Hashable, Sendable {
    /// What the token means.
    public let meaning: Meaning
    /// The range in the characters of the line, counted from 0.
    public let range: Range<Int>
  }

  /// What a token can mean.
  public enum Meaning: Hashable, Sendable {
    case tag(String)
    case priority(Priority)
    case due(DateSpan)
    case start(Due)
    case list(String)
    case rule(RecurrenceRule)
    /// The numbers of items that have to be done before.
    case blockers([Int64])
  }

  /// What has a meaning in a line, by examples.
  public static let marks: [(text: String, meaning: String)] = [
    ("#home,garden", "tags"), ("!high", "the priority: " + Priority.allCases.map(\.name).joined(separator: ", ")),
    ("@tomorrow", "when it is due: any date, also one of several words: @24 dec 17:00"),
    ("~mon", "from when on it can be begun"), (">Groceries", "the list, or >\"My list\""),
    ("every:2weeks", "how it repeats; every:last fri; with an end: every:\"week until 24 dec\""),
    ("after:12,15", "the numbers of what has to be done before"),
    ("\\#home", "a backslash makes a mark an ordinary word; #12 needs none"),
  ]

  /// What stands before a repetition: `every:week`, `every:last fri`.
  public static let everyMark = "every:"
  /// What stands before the numbers of items that have to be done before: `after:12,15`.
  static let afterMark = "after:"

  /// The title: the line without its tokens.
  public let title: String
  /// The tokens, in the order of the line.
  public let tokens: [Token]

  /// Parses a line.
  ///
  /// - Parameters:
  ///   - unknownItems: numbers that are none of an item, so that what names them belongs to the title.
  ///   - rule: how the item repeats, whatever the line says; nil for what the line says.
  public init(
    _ line: String, _ reference: DateReference = DateReference(), unknownItems: Set<Int64> = [],
    repeating rule: Replacement<RecurrenceRule>? = nil
  ) {
    var parser = QuickAddParser(line, reference, unknownItems)
    parser.parse(repeating: rule)
    title = parser.title
    tokens = parser.tokens
  }

  /// The tags, each once, in the order of the line.
  public var tags: [String] {
    var seen: Set<String> = []
    return tokens.compactMap { token in
      guard case .tag(let name) = token.meaning, seen.insert(TagName.key(of: name)).inserted else { return nil }
      return name
    }
  }

  /// The priority; here and below the last one counts if there are several.
  public var priority: Priority? { last { if case .priority(let priority) = $0 { priority } else { nil } } }
  /// The due date.
  public var dueAt: Date? { last { if case .due(let span) = $0 { span.due } else { nil } } }
  /// The start date.
  public var start: Due? { last { if case .start(let start) = $0 { start } else { nil } } }
  /// The numbers of the items that have to be done before, each once, in the order of the line.
  public var blockers: [Int64] {
    var seen: Set<Int64> = []
    return tokens.flatMap { if case .blockers(let numbers) = $0.meaning { numbers } else { [] as [Int64] } }
      .filter { seen.insert($0).inserted }
  }
  /// The name of the list.
  public var list: String? { last { if case .list(let name) = $0 { name } else { nil } } }
  /// How it repeats.
  public var rule: RecurrenceRule? { last { if case .rule(let rule) = $0 { rule } else { nil } } }
  /// The repeat interval; nil for none, or for a rule that says more.
  public var recurrence: Recurrence? { rule?.recurrence }

  private func last<Value>(_ value: (Meaning) -> Value?) -> Value? { tokens.compactMap { value($0.meaning) }.last }

  /// The typed item, without the items that have to be done before.
  public func newItem(timestamp: Date = Date()) -> NewItem {
    NewItem(
      title: title, timestamp: timestamp, priority: priority ?? .none, dueAt: dueAt, rule: rule, start: start,
      tags: tags, list: list)
  }
}

private struct QuickAddParser {
  private let characters: [Character]
  private let reference: DateReference
  private let unknownItems: Set<Int64>
  private let words: [Range<Int>]
  private(set) var tokens: [QuickAdd.Token] = []
  /// The characters that do not belong to the title, including backslashes; in the order of the line.
  private var removed: [Range<Int>] = []

  init(_ line: String, _ reference: DateReference, _ unknownItems: Set<Int64>) {
    characters = Array(line)
    self.reference = reference
    self.unknownItems = unknownItems
    words = Self.words(characters)
  }

  /// The words of a line; white space does not end a word within quotation marks after a token's mark.
  private static func words(_ characters: [Character]) -> [Range<Int>] {
    var (words, index): ([Range<Int>], Int) = ([], 0)
    while index < characters.count {
      guard !characters[index].isWhitespace else {
        index += 1
        continue
      }
      let start = index
      if let end = endOfQuotation(characters, start) { index = end }
      while index < characters.count, !characters[index].isWhitespace { index += 1 }
      words.append(start..<index)
    }
    return words
  }

  /// The index after a quotation such as `>"My list"` or `every:"last fri"`; nil if there is none.
  private static func endOfQuotation(_ characters: [Character], _ start: Int) -> Int? {
    let length = "@>~".contains(characters[start]) ? 1 : isEvery(characters[start...]) ? QuickAdd.everyMark.count : 0
    let quote = start + length
    guard length > 0, quote < characters.count, characters[quote] == "\"" else { return nil }
    return characters[(quote + 1)...].firstIndex(of: "\"").map { $0 + 1 }
  }

  private static func isEvery(_ characters: ArraySlice<Character>) -> Bool {
    String(characters.prefix(QuickAdd.everyMark.count)).lowercased() == QuickAdd.everyMark
  }

  mutating func parse(repeating rule: Replacement<RecurrenceRule>?) {
    var index = 0
    while index < words.count { index += take(index) }
    let typed = tokens.compactMap { if case .rule(let rule) = $0.meaning { rule } else { nil } }.last
    moveTime(to: rule.map(\.value) ?? typed)
  }

  /// Has a time without a day be that of the first day on which the item repeats: `every:tue @17:00`.
  private mutating func moveTime(to rule: RecurrenceRule?) {
    for place in tokens.indices {
      guard case .due(let span) = tokens[place].meaning, span.timeAlone != nil else { continue }
      let due = DateSpan(minute: span.due(repeating: rule, reference))
      tokens[place] = QuickAdd.Token(meaning: .due(due), range: tokens[place].range)
    }
  }

  /// Handles the word at an index, and returns how many words were handled.
  private mutating func take(_ index: Int) -> Int {
    let word = words[index]
    if characters[word.lowerBound] == "\\" {
      if isMark(at: word.lowerBound + 1, word) { removed.append(word.lowerBound..<word.lowerBound + 1) }
      return 1
    }
    if let tags = tags(word) {
      tokens += tags
      removed.append(word)
      return 1
    }
    guard let (meaning, count) = meaning(index) else { return 1 }
    let range = word.lowerBound..<words[index + count - 1].upperBound
    tokens.append(QuickAdd.Token(meaning: meaning, range: range))
    removed.append(range)
    return count
  }

  /// Whether something at an index needs a backslash to be literal.
  private func isMark(at index: Int, _ word: Range<Int>) -> Bool {
    guard index < word.upperBound else { return false }
    let rest = String(characters[index..<word.upperBound]).lowercased()
    return "#!@>~\\".contains(characters[index]) || rest.hasPrefix(QuickAdd.everyMark)
      || rest.hasPrefix(QuickAdd.afterMark)
  }

  /// The tags of a word such as `#home` or `#home,work`; nil if it is not one.
  private func tags(_ word: Range<Int>) -> [QuickAdd.Token]? {
    guard characters[word.lowerBound] == "#" else { return nil }
    let parts = characters[word].dropFirst().split(separator: ",")
    // “#12” is the number of something.
    if parts.count == 1, parts[0].allSatisfy("0123456789".contains) { return nil }
    // Elsewhere a dash removes a tag.
    let tags = parts.filter { $0.first != "-" }.compactMap { part in
      (try? TagName(String(part))).map { name in
        let start = part.startIndex == word.lowerBound + 1 ? word.lowerBound : part.startIndex
        return QuickAdd.Token(meaning: .tag(name.text), range: start..<part.endIndex)
      }
    }
    return tags.isEmpty || tags.count < parts.count ? nil : tags
  }

  private func meaning(_ index: Int) -> (QuickAdd.Meaning, Int)? {
    let word = String(characters[words[index]])
    let rest = String(word.dropFirst())
    switch word.first {
    case "!": return Priority(name: rest).map { (.priority($0), 1) }
    case ">": return (try? ListName(unquoted(rest))).map { (.list($0.text), 1) }
    case "@": return date(index).map { (.due($0), $1) }
    case "~": return isStart(rest) ? date(index).map { (.start($0.start(in: reference.calendar)), $1) } : nil
    default:
      if word.lowercased().hasPrefix(QuickAdd.afterMark) { return blockers(word).map { (.blockers($0), 1) } }
      return Self.isEvery(characters[words[index]]) ? rule(index).map { (.rule($0), $1) } : nil
    }
  }

  /// Whether a tilde begins a date: people write “~2h” and “~17:00” for “about”.
  private func isStart(_ rest: String) -> Bool {
    guard let first = rest.first else { return false }
    return first.isLetter || "\"+".contains(first) || DayPhrase.numeric([rest], reference) != nil
  }

  private func blockers(_ word: String) -> [Int64]? {
    let parts = word.dropFirst(QuickAdd.afterMark.count).split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int64($0) }.filter { $0 > 0 && !unknownItems.contains($0) }
    return numbers.count == parts.count ? numbers : nil
  }

  /// A date of as many words as possible.
  private func date(_ index: Int) -> (DateSpan, Int)? {
    let first = String(characters[words[index]].dropFirst())
    if first.hasPrefix("\"") { return DatePhrase.span(of: unquoted(first), reference).map { ($0, 1) } }
    let following = words[(index + 1)...].prefix(DateForm.maxWords - 1).map { String(characters[$0]) }
    return DatePhrase.beginning(of: [first] + following, reference)
  }

  private func rule(_ index: Int) -> (RecurrenceRule, Int)? {
    let first = String(characters[words[index]].dropFirst(QuickAdd.everyMark.count))
    if first.hasPrefix("\"") { return RecurrencePhrase.rule(of: unquoted(first), reference).map { ($0, 1) } }
    let following = words[(index + 1)...].prefix(RecurrenceInText.maxWords - 1).map { String(characters[$0]) }
    return first.isEmpty ? nil : RecurrenceInText([first] + following, reference).beginning
  }

  private func unquoted(_ text: String) -> String {
    text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : text
  }

  /// What is left of the line, without gaps.
  var title: String {
    var text = ""
    var isAfterToken = false
    var removed = removed[...]
    for index in characters.indices {
      if let range = removed.first, range.upperBound <= index { removed.removeFirst() }
      guard removed.first?.contains(index) != true else {
        isAfterToken = true
        continue
      }
      // Of the two spaces around a token one is enough.
      if isAfterToken, characters[index].isWhitespace, text.last?.isWhitespace != false { continue }
      isAfterToken = false
      text.append(characters[index])
    }
    return ItemTitle.trimmed(text)
  }
}
