import DocketData
import Foundation

/// Tags as they are typed: separated by spaces or commas, with or without `#`; a dash removes one.
struct TagWords: Hashable, Sendable {
  private(set) var added: [String] = []
  private(set) var removed: [String] = []
  private let oldKeys: Set<String>

  /// Parses an edited text.
  ///
  /// - Parameter before: the tags at first, which stand for themselves whatever sign they begin with; those that are
  ///   missing now are removed.
  init(_ text: String, before: String = "") {
    let (words, old) = (Self.words(text), Self.words(before))
    let keys = Set(words.map { TagName.key(of: $0) })
    oldKeys = Set(old.map { TagName.key(of: $0) })
    removed = old.filter { !keys.contains(TagName.key(of: $0)) }.map(String.init)
    for word in words where !oldKeys.contains(TagName.key(of: word)) { take(word) }
  }

  private mutating func take(_ word: Substring) {
    if word.hasPrefix("-"), word.count > 1 {
      removed.append(Self.name(word.dropFirst()))
    } else {
      added.append(Self.name(word.drop { $0 == "+" }))
    }
  }

  private static func words(_ text: String) -> [Substring] {
    text.split(whereSeparator: { $0.isWhitespace || $0 == "," })
  }

  private static func name(_ word: Substring) -> String { String(word.drop { $0 == "#" }) }

  /// Whether a tag was there at first.
  func had(_ name: String) -> Bool { oldKeys.contains(TagName.key(of: name)) }

  var isEmpty: Bool { added.isEmpty && removed.isEmpty }

  var changes: ItemChanges { ItemChanges(addedTags: added, removedTags: removed) }
}

// MARK: - Numbers of items

/// The numbers of items as they are typed: separated by spaces or commas, with or without `#`.
enum ItemNumberWords {
  /// - Returns: nil if something else is among them, or nothing.
  static func numbers(in text: String) -> [Int64]? {
    let words = text.split { $0 == "," || $0.isWhitespace }
    let numbers = words.compactMap { Int64($0.hasPrefix("#") ? $0.dropFirst() : $0) }.filter { $0 > 0 }
    return words.isEmpty || numbers.count < words.count ? nil : numbers
  }

  /// The numbers that begin a text, and the words that follow them.
  static func split(_ text: String) -> (numbers: Substring, words: String) {
    var rest = text[...]
    while true {
      let word = rest.drop { $0 == "," || $0.isWhitespace }.prefix { $0 != "," && !$0.isWhitespace }
      guard !word.isEmpty, numbers(in: String(word)) != nil else { break }
      rest = text[word.endIndex...]
    }
    let words = rest.drop { $0 == "," || $0.isWhitespace }
    return (text[..<words.startIndex], words.trimmingCharacters(in: .whitespaces))
  }
}
