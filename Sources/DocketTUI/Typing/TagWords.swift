import DataProvider

/// Tags as they are typed: names with blanks or commas between them, with or without `#`; a dash takes one away.
struct TagWords: Hashable, Sendable {
  var added: [String] = []
  var removed: [String] = []

  init(_ text: String) {
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
      if word.hasPrefix("-"), word.count > 1 {
        removed.append(Self.name(word.dropFirst()))
      } else {
        added.append(Self.name(word.drop { $0 == "+" }))
      }
    }
  }

  private static func name(_ word: Substring) -> String { String(word.drop { $0 == "#" }) }

  /// The change that it stands for: all the tags of one item, or some of several.
  func changes(ofOne: Bool) -> ItemChanges {
    ofOne ? ItemChanges(tags: added, removedTags: removed) : ItemChanges(addedTags: added, removedTags: removed)
  }
}
