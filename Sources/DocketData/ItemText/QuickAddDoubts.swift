import Foundation

// MARK: - Words that stay in the title

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
    return line.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace).compactMap { word in
      let range = start..<start + word.count
      start = range.upperBound + 1
      following = following.drop { $0.range.upperBound <= range.lowerBound }
      guard let kind = kind(word), following.first?.range.overlaps(range) != true else { return nil }
      return MissedToken(word: String(word), kind: kind, isUnfinished: word.endIndex == line.endIndex)
    }
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

// MARK: - Words behind a token

/// Words behind a date, a repetition or a new list that are not a part of it, but may be meant so: the `9` of
/// `Buy @fri 9 eggs`, the `sun` of `every:mon sun cream`, the `stuff` of `Buy paint >Home stuff`.
public struct WordsBehindToken: Hashable, Sendable {
  /// The words as they are typed.
  public let words: String
  /// What is understood as it may be meant: "@fri 9:00 is a date".
  public let remedy: String

  /// What is said of them: "“9” stays in the title; @fri 9:00 is a date".
  public var note: String { "“\(words)” stays in the title; \(remedy)" }

  /// All such words of a line, in its order.
  ///
  /// - Parameter isList: whether there is a list of a name: then the words behind it are just the title; nil if lists
  ///   are not doubted.
  public static func all(
    in line: String, _ tokens: [QuickAdd.Token], _ reference: DateReference, isList: ((String) -> Bool)? = nil
  ) -> [WordsBehindToken] {
    let characters = Array(line)
    return tokens.compactMap { token in
      guard case .list(let name) = token.meaning else {
        return WordsBehindToken(behind: token, in: characters, reference)
      }
      return isList?(name) == false ? WordsBehindToken(behindList: name, token.range, in: characters, tokens) : nil
    }
  }

  /// The word behind a list that stands behind a part of the title; otherwise the title is what stands behind the list.
  private init?(behindList name: String, _ range: Range<Int>, in line: [Character], _ tokens: [QuickAdd.Token]) {
    func isTitle(_ index: Int) -> Bool {
      !line[index].isWhitespace && !tokens.contains { $0.range.contains(index) }
    }
    let word = line[range.upperBound...].drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    guard let first = word.first, first.isLetter || first.isNumber, isTitle(word.startIndex),
      line[..<range.lowerBound].indices.contains(where: isTitle),
      !line[range].contains("\""), !word.contains("\""), (try? ListName("\(name) \(String(word))")) != nil
    else { return nil }
    words = String(word)
    remedy = "a list of several words is >\"\(name) \(words)\""
  }

  private init?(behind token: QuickAdd.Token, in line: [Character], _ reference: DateReference) {
    let typed = String(line[token.range])
    func following(_ count: Int) -> [String] {
      line[token.range.upperBound...].split(maxSplits: count, whereSeparator: \.isWhitespace).prefix(count)
        .map { String($0) }
    }
    switch token.meaning {
    case .due, .start:
      let phrase = typed.dropFirst().filter { $0 != "\"" }
      guard let behind = WordsBehindDate(behind: phrase, following(WordsBehindDate.maxWords), reference) else {
        return nil
      }
      words = behind.words
      let mark = typed.prefix(1)
      remedy =
        switch behind.meaning {
        case .date(let date): "\(mark)\(date) is a date"
        case .otherDate(let date): "\(mark)\(date) is another date"
        case .noTime: "it is no time of a day"
        }
    case .rule:
      let phrase = typed.dropFirst(QuickAdd.everyMark.count)
      guard !phrase.hasPrefix("\"") else { return nil }
      let taken = phrase.split(whereSeparator: \.isWhitespace).map(String.init)
      let all = taken + following(RecurrenceInText.maxWords - taken.count)
      if let count = RecurrenceInText(all, reference).longest?.count, count > taken.count {
        words = all[taken.count..<count].joined(separator: " ")
        remedy = "\(QuickAdd.everyMark)\"\(all[..<count].joined(separator: " "))\" is a repetition"
      } else if let date = WordsBehindDate.dateOfItsOwn(Array(all[taken.count...]), reference) {
        (words, remedy) = (date.words, "@\(date.date) is a date")
      } else {
        return nil
      }
    case .tag, .priority, .list, .blockers: return nil
    }
  }
}

// MARK: - Tokens that do not count

/// A token in whose place a later one of its kind counts: the `@today` of `Call @today @tomorrow`.
///
/// It is not in the title either, so that it would be gone without a word.
public struct OverruledToken: Hashable, Sendable {
  /// The token as it is typed.
  public let word: String
  /// The last token of the kind.
  public let last: String

  /// What is said of it: "“@tomorrow” replaces “@today”".
  public var note: String { "“\(last)” replaces “\(word)”" }

  /// All such tokens of a line, in its order; none that says the same as the last one.
  ///
  /// - Complexity: O(*n*) in the number of tokens.
  public static func all(in line: String, _ tokens: [QuickAdd.Token]) -> [OverruledToken] {
    let characters = Array(line)
    func text(_ token: QuickAdd.Token) -> String { String(characters[token.range]) }
    var lasts: [QuickAdd.Kind: QuickAdd.Token] = [:]
    for token in tokens { token.meaning.singleKind.map { lasts[$0] = token } }
    return tokens.compactMap { token in
      let last = token.meaning.singleKind.flatMap { lasts[$0] }
      guard let last, last.meaning != token.meaning else { return nil }
      return OverruledToken(word: text(token), last: text(last))
    }
  }
}

extension QuickAdd {
  /// What an item has one of.
  fileprivate enum Kind { case priority, due, start, list, rule }
}

extension QuickAdd.Meaning {
  /// What it sets, of which an item has one; nil for tags and for what has to be done before.
  fileprivate var singleKind: QuickAdd.Kind? {
    switch self {
    case .priority: .priority
    case .due: .due
    case .start: .start
    case .list: .list
    case .rule: .rule
    case .tag, .blockers: nil
    }
  }
}
