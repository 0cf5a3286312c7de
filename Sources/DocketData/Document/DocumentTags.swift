/// The tags of an item in a line: words with commas or white space between them, a `#` before each or not.
enum DocumentTags {
  /// A tag whose name begins with a `#` gets another one before it.
  static func written(_ name: String) -> String { name.hasPrefix("#") ? "#" + name : name }

  /// The names, each once.
  ///
  /// - Throws: `DocumentError` for the first word that can't be a tag.
  static func read(_ entry: DocumentEntry) throws(DocumentError) -> [String] {
    var names: [String] = []
    var keys: Set<String> = []
    for word in entry.value.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      guard let name = try? TagName(word) else {
        let place = entry.value.distance(from: entry.value.startIndex, to: word.startIndex)
        throw entry.error("\(ItemError.unusableTag(String(word)))", at: place)
      }
      if keys.insert(name.key).inserted { names.append(name.text) }
    }
    return names
  }
}
