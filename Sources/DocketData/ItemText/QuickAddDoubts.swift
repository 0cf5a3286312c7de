import Foundation

// MARK: - Words that stay in the title

/// A word that begins like a date, a priority, a repetition or the number of an item, but is not one.
public struct MissedToken: Hashable, Sendable {
  /// The word as it is typed.
  public let word: String
  /// What the word looks like: "date".
  public let kind: String
  /// Whether it is still being typed.
  public let isUnfinished: Bool

  /// What is wrong with the word: "“!hig” isn't a priority".
  public var problem: String { "“\(word)” isn't a \(kind)" }

  /// All such words of a line, in its order.
  ///
  /// - Complexity: O(*n*·*m*) in the numbers of words and of tokens.
  public static func all(in line: String, _ tokens: [QuickAdd.Token]) -> [MissedToken] {
    var start = 0
    return line.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace).compactMap { word in
      let range = start..<start + word.count
      start = range.upperBound + 1
      guard let kind = kind(word), !tokens.contains(where: { $0.range.overlaps(range) }) else { return nil }
      return MissedToken(word: String(word), kind: kind, isUnfinished: word.endIndex == line.endIndex)
    }
  }

  /// A mark alone is just a word.
  private static func kind(_ word: Substring) -> String? {
    if word.lowercased().hasPrefix(QuickAdd.everyMark) { return "repetition" }
    let rest = word.dropFirst(QuickAdd.afterMark.count)
    if word.lowercased().hasPrefix(QuickAdd.afterMark), rest.first?.isNumber == true { return "known item" }
    guard word.count > 1 else { return nil }
    switch word.first {
    case "@": return "date"
    // “~5 kg” is a word, and so is “~/bin”.
    case "~" where word.dropFirst().first?.isLetter == true: return "date"
    case "!" where !word.allSatisfy { $0 == "!" }: return "priority"
    default: return nil
    }
  }
}

extension [MissedToken] {
  /// What is wrong with each word: "“!hig” isn't a priority, “@tomorow” isn't a date"; nil without any.
  public var problem: String? { isEmpty ? nil : map(\.problem).joined(separator: ", ") }

  /// A note, while the line is being typed, that the words were not recognized and stay in the title.
  public var noteWhileTyping: String? {
    problem.map { "\($0)\(last?.isUnfinished == true ? " yet" : ""); kept in the title" }
  }
}

/// A number that stands behind a day without being a part of it: the 9 of `@fri 9`, which may be meant as an hour.
///
/// It belongs to the title, as in `Buy @fri 9 eggs`.
public struct BareHour: Hashable, Sendable {
  /// The number as it is typed.
  public let word: String
  /// The time that would be understood.
  public let time: String

  /// What is said of it: "9 stays in the title; 9:00 is a time".
  public var note: String { "\(word) stays in the title; \(time) is a time" }

  /// All such numbers of a line, in its order.
  public static func all(in line: String, _ tokens: [QuickAdd.Token], _ reference: DateReference) -> [BareHour] {
    let characters = Array(line)
    return tokens.compactMap { token in
      switch token.meaning {
      case .due(let span) where span.isDay: break
      case .start(let start) where start.day != nil: break
      default: return nil
      }
      let rest = characters[token.range.upperBound...].drop(while: \.isWhitespace)
      let word = String(rest.prefix { !$0.isWhitespace })
      let phrase = String(characters[token.range].dropFirst()).filter { $0 != "\"" }
      guard (1...2).contains(word.count), word.allSatisfy({ $0.isASCII && $0.isNumber }),
        let span = DatePhrase.span(of: "\(phrase) \(word)", reference), !span.isDay
      else { return nil }
      return BareHour(word: word, time: "\(word):00")
    }
  }
}

/// A day that stands behind a time without being a part of the token: the `fri` of `@5pm fri`, which may be meant.
///
/// It belongs to the title, as in `Update @5pm sat nav`.
public struct DayBehindTime: Hashable, Sendable {
  /// The day as it is typed.
  public let words: String
  /// What would be understood: "@fri 5pm".
  public let token: String

  /// What is said of it: "“fri” stays in the title; @fri 5pm is a date".
  public var note: String { "“\(words)” stays in the title; \(token) is a date" }

  /// The most words of such a day: `24 dec`.
  private static let maxWords = 2

  /// All such days of a line, in its order.
  public static func all(in line: String, _ tokens: [QuickAdd.Token], _ reference: DateReference) -> [DayBehindTime] {
    let characters = Array(line)
    return tokens.compactMap { token in
      switch token.meaning {
      case .due(let span) where !span.isDay: break
      case .start(let start) where start.day == nil: break
      default: return nil
      }
      let mark = characters[token.range.lowerBound]
      let time = String(characters[token.range].dropFirst()).filter { $0 != "\"" }
      let following = String(characters[token.range.upperBound...]).split(whereSeparator: \.isWhitespace)
      return (1...maxWords).reversed().lazy.filter { $0 <= following.count }
        .map { following.prefix($0).joined(separator: " ") }
        .first { DatePhrase.span(of: "\(time) \($0)", reference) != nil }
        .map { DayBehindTime(words: $0, token: "\(mark)\($0) \(time)") }
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
