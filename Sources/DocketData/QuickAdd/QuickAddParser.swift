import Foundation

/// Goes through a line word by word and takes out what it understands.
struct QuickAddParser {
  private let characters: [Character]
  private let reference: DateReference
  private var words: [Range<Int>]
  private(set) var tokens: [QuickAdd.Token] = []
  /// The characters that do not belong to the title, backslashes included.
  private var removed: [Range<Int>] = []

  init(_ line: String, _ reference: DateReference) {
    characters = Array(line)
    self.reference = reference
    words = Self.words(characters)
  }

  /// The words of a line; white space within quotation marks that follow a token's sign does not end one.
  private static func words(_ characters: [Character]) -> [Range<Int>] {
    var (words, place): ([Range<Int>], Int) = ([], 0)
    while place < characters.count {
      guard !characters[place].isWhitespace else {
        place += 1
        continue
      }
      let start = place
      if let end = endOfQuotation(characters, start) { place = end }
      while place < characters.count, !characters[place].isWhitespace { place += 1 }
      words.append(start..<place)
    }
    return words
  }

  /// The place after a quotation such as `>"My list"`, nil if there is none.
  private static func endOfQuotation(_ characters: [Character], _ start: Int) -> Int? {
    guard start + 1 < characters.count, "@>".contains(characters[start]), characters[start + 1] == "\"" else {
      return nil
    }
    return characters[(start + 2)...].firstIndex(of: "\"").map { $0 + 1 }
  }

  mutating func parse() {
    var index = 0
    while index < words.count { index += take(index) }
  }

  /// - Returns: how many words were dealt with.
  private mutating func take(_ index: Int) -> Int {
    let word = words[index]
    if characters[word.lowerBound] == "\\" {
      if isSign(word.lowerBound + 1, word) { removed.append(word.lowerBound..<word.lowerBound + 1) }
      return 1
    }
    guard let (meaning, count) = meaning(index) else { return 1 }
    let range = word.lowerBound..<words[index + count - 1].upperBound
    tokens.append(QuickAdd.Token(meaning: meaning, range: range))
    removed.append(range)
    return count
  }

  /// Whether something stands at a place that a backslash makes literal.
  private func isSign(_ place: Int, _ word: Range<Int>) -> Bool {
    guard place < word.upperBound else { return false }
    return "#!@>\\".contains(characters[place])
      || String(characters[place..<word.upperBound]).lowercased().hasPrefix("every:")
  }

  private func meaning(_ index: Int) -> (QuickAdd.Meaning, Int)? {
    let word = String(characters[words[index]])
    let rest = String(word.dropFirst())
    switch word.first {
    case "#": return (try? TagName(rest)).map { (.tag($0.text), 1) }
    case "!": return Priority(name: rest).map { (.priority($0), 1) }
    case ">": return (try? ListName(unquoted(rest))).map { (.list($0.text), 1) }
    case "@": return due(index)
    default:
      guard word.lowercased().hasPrefix("every:") else { return nil }
      return Recurrence(rawValue: String(word.dropFirst("every:".count))).map { (.recurrence($0), 1) }
    }
  }

  /// As many words as make a date.
  private func due(_ index: Int) -> (QuickAdd.Meaning, Int)? {
    let first = String(characters[words[index]].dropFirst())
    if first.hasPrefix("\"") { return DatePhrase.span(of: unquoted(first), reference).map { (.due($0), 1) } }
    let following = words[(index + 1)...].prefix(DatePhrase.mostWords - 1).map { String(characters[$0]) }
    for count in (1...following.count + 1).reversed() {
      let phrase = ([first] + following.prefix(count - 1)).map { $0.lowercased() }
      if let span = DatePhrase.span(of: phrase, reference) { return (.due(span), count) }
    }
    return nil
  }

  private func unquoted(_ text: String) -> String {
    text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : text
  }

  /// What is left, without the gaps.
  var title: String {
    var text = ""
    var isAfterToken = false
    for place in characters.indices {
      guard !removed.contains(where: { $0.contains(place) }) else {
        isAfterToken = true
        continue
      }
      // Where a token was between two spaces, one is enough.
      if isAfterToken, characters[place].isWhitespace, text.last?.isWhitespace != false { continue }
      isAfterToken = false
      text.append(characters[place])
    }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
