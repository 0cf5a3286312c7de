import Foundation

/// The names that begin as the end of a text does, to be gone through one after the other.
struct Completion: Hashable, Sendable {
  /// What of the text stays.
  let beginning: String
  /// The names, as they are written there.
  let candidates: [String]
  private var index = -1

  /// - Returns: nil if nothing completes the text.
  init?(of text: String, _ purpose: Draft.Purpose, _ names: CompletionNames) {
    let start = purpose.isOneName ? text.startIndex : text.lastIndex { $0.isWhitespace }.map(text.index(after:))
    let word = text[(start ?? text.startIndex)...]
    guard let (sign, known) = purpose.names(for: word, names) else { return nil }
    beginning = String(text[..<word.startIndex]) + sign
    let typed = word.dropFirst(sign.count)
    let matching = known.filter { $0.localizedLowercase.hasPrefix(typed.localizedLowercase) && $0 != typed }
    candidates = matching.map { sign == ">" && $0.contains(where: \.isWhitespace) ? "\"\($0)\"" : $0 }
    if candidates.isEmpty { return nil }
  }

  /// The text with the next name.
  mutating func next() -> String {
    index = (index + 1) % candidates.count
    return beginning + candidates[index]
  }
}

extension Draft.Purpose {
  /// Whether its text has names in it that can be completed.
  var hasNames: Bool {
    switch self {
    case .new, .tags, .list: true
    case .edit, .search, .due, .rename, .saveFilter: false
    }
  }

  /// Whether the whole text is one name.
  fileprivate var isOneName: Bool {
    if case .list = self { true } else { false }
  }

  /// What can stand for a word, and the sign that stays before it.
  fileprivate func names(for word: Substring, _ names: CompletionNames) -> (sign: String, known: [String])? {
    switch self {
    case .new where word.hasPrefix("#"): ("#", names.tags)
    case .new where word.hasPrefix(">"): (">", names.lists)
    case .tags: (word.first.map { "-#".contains($0) ? String($0) : "" } ?? "", names.tags)
    case .list: ("", names.lists)
    case .new, .edit, .search, .due, .rename, .saveFilter: nil
    }
  }
}
