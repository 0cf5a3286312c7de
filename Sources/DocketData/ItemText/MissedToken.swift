/// A word that begins like a date, a priority, a repetition, a tag, a list or the number of an item, but is not one, or
/// that is a mark of queries or of other programs.
public struct MissedToken: Hashable, Sendable {
  /// The word as it is typed.
  public let word: String
  fileprivate let kind: Kind
  /// Whether it is still being typed.
  public let isUnfinished: Bool

  /// What is wrong with the word: "“!hig” isn't a priority".
  public var problem: String { "“\(shortened)” isn't a \(kind.rawValue)" }

  private static let maxShown = 32
  fileprivate var shortened: String { word.count > Self.maxShown ? word.prefix(Self.maxShown - 1) + "…" : word }

  /// What may be written instead; nil if that is anybody's guess.
  public var remedy: String? {
    switch kind {
    case .priority: "priorities are \(Priority.allCases.map(\.name).joined(separator: ", "))"
    case .date where SlashDates.areIn(word) && SlashDates.current == .off:
      "“slash-dates” in the configuration says what 12/24 means"
    case .repetition: "one is every:week or every:last fri"
    case .term: Self.advice(word)
    case .tag: "a tag has up to \(TagName.maxLength) characters"
    case .list: "a name has up to \(ListName.maxLength) characters"
    case .date, .item: nil
    }
  }

  /// What the word looks like.
  fileprivate enum Kind: String {
    case date, priority, repetition, tag, list
    case item = "known item"
    /// A term of a query, or of another program.
    case term = "mark"

    /// Whether more letters may make it what it looks like.
    var mayBeBegun: Bool {
      switch self {
      case .date, .priority, .repetition, .item: true
      case .term, .tag, .list: false
      }
    }
  }

  /// The marks for what terms of queries and of other programs are about.
  private static let marks = [
    "due": "@", "start": "~", "wait": "~", "scheduled": "~", "list": ">", "project": ">", "tag": "#", "tags": "#",
    "prio": "!", "pri": "!", "priority": "!", "recur": QuickAdd.everyMark, "repeat": QuickAdd.everyMark,
  ]

  /// The key of a word such as `due:fri`, the mark for it, and the value; nil for another word.
  private static func term(_ word: some StringProtocol) -> (key: String, mark: String, value: String)? {
    guard let colon = word.firstIndex(of: ":"), let mark = marks[word[..<colon].lowercased()] else { return nil }
    let value = word[word.index(after: colon)...]
    return value.isEmpty || value.hasPrefix("/") ? nil : (String(word[...colon]), mark, String(value))
  }

  /// What to write instead of a term.
  private static func advice(_ word: String) -> String? {
    if word.hasPrefix("+") { return "write #\(word.dropFirst())" }
    return term(word).flatMap { key, mark, value in
      // A number alone is no tag.
      if mark == "#", value.allSatisfy(\.isNumber) { return nil }
      let typed = QuickAdd(mark + value)
      return typed.tokens.count == 1 && typed.title.isEmpty
        ? "write \(mark)\(value)" : "write \(mark) instead of \(key)"
    }
  }

  /// All such words of a line, in its order.
  ///
  /// - Complexity: linear in the length of the line.
  public static func all(in line: String, _ tokens: [QuickAdd.Token]) -> [MissedToken] {
    var (start, following) = (0, tokens[...])
    let words = line.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace)
    return words.indices.compactMap { index in
      let word = words[index]
      let range = start..<start + word.count
      start = range.upperBound + 1
      following = following.drop { $0.range.upperBound <= range.lowerBound }
      guard let kind = kind(word), following.first?.range.overlaps(range) != true else { return nil }
      let end = kind == .date ? endOfDate(words[index...]) : word.endIndex
      return MissedToken(
        word: String(line[word.startIndex..<end]), kind: kind, isUnfinished: word.endIndex == line.endIndex)
    }
  }

  /// Where a date that a month does not have ends: behind the month, as in `@31 feb`.
  private static func endOfDate(_ words: ArraySlice<Substring>) -> Substring.Index {
    let first = words[words.startIndex]
    guard let second = words.dropFirst().first(where: { !$0.isEmpty }),
      DayPhrase.isDayAndMonth(first.dropFirst().lowercased(), second.lowercased())
    else { return first.endIndex }
    return second.endIndex
  }

  /// A mark alone is just a word.
  private static func kind(_ word: Substring) -> Kind? {
    if word.lowercased().hasPrefix(QuickAdd.everyMark) { return .repetition }
    let rest = word.dropFirst(QuickAdd.afterMark.count)
    if word.lowercased().hasPrefix(QuickAdd.afterMark), rest.first?.isNumber == true { return .item }
    guard word.count > 1 else { return nil }
    if term(word) != nil { return .term }
    switch word.first {
    case "@": return .date
    // Taskwarrior's mark of a tag; “+1” and “+49 30” are words.
    case "+" where word.dropFirst().first?.isLetter == true && (try? TagName(word.dropFirst())) != nil: return .term
    case "#" where word.count > TagName.maxLength + 1: return .tag
    case ">" where word.count > ListName.maxLength + 1: return .list
    // “~5 kg” is a word, and so is “~/bin”.
    case "~" where word.dropFirst().first?.isLetter == true: return .date
    case "!" where !word.allSatisfy { $0 == "!" }: return .priority
    default: return nil
    }
  }
}

extension [MissedToken] {
  /// What is wrong with each word: "“!hig” isn't a priority, “@tomorow” isn't a date"; nil without any.
  public var problem: String? { isEmpty ? nil : map(\.problem).joined(separator: ", ") }

  /// What may be written instead of them, as clauses; empty if that is anybody's guess.
  public var remedies: [String] {
    var seen: Set<String> = []
    return compactMap(\.remedy).filter { seen.insert($0).inserted }
  }

  /// A note, while the line is being typed, that the words were not recognized and stay in the title.
  ///
  /// Of several words it is a short one: what was understood needs the room.
  public var noteWhileTyping: String? {
    if count > 1 { return "kept in the title: \(map(\.shortened).joined(separator: " "))" }
    let isUnfinished = last?.isUnfinished == true && last?.kind.mayBeBegun == true
    // The priorities that there are, and the right mark, help already while the word is typed.
    let remedies = filter { !$0.isUnfinished || $0.kind == .priority || !$0.kind.mayBeBegun }.remedies
    return problem.map { ["\($0)\(isUnfinished ? " yet" : ""); kept in the title"] + remedies }?.joined(separator: "; ")
  }
}
