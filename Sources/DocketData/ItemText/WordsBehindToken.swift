import Foundation

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
