/// What a command does, in words: "complete “Buy milk”", "complete 3 items".
struct StepWords {
  /// The longest part of a title that is quoted.
  private static let longestTitle = 60

  /// The words for what was changed indeed.
  let text: (JournalChanges) -> String

  init(_ text: String) { self.text = { _ in text } }

  init(_ verb: String, _ titles: [String]) { self.init(Self.phrase(verb, titles)) }

  /// What is done to items, of which only those count that become different by it.
  ///
  /// - Parameter verb: says what is done to them, given the fields that become different; "…" is where they go. That they
  ///   were updated just now is worth a word only if it is all.
  init(_ items: [Item], _ verb: @escaping (Set<JournalField>) -> String) {
    let items = items.map { (key: $0.persistentModelID.primaryKey, title: $0.title) }
    text = { changes in
      let (keys, fields) = changes.updates(of: .item)
      let changed = items.filter { $0.key.map(keys.contains) ?? true }
      let words = verb(fields == [.timestamp] ? fields : fields.subtracting([.timestamp]))
      return Self.phrase(words, (changed.isEmpty ? items : changed).map(\.title))
    }
  }

  private static func phrase(_ verb: String, _ titles: [String]) -> String {
    let object = titles.count == 1 ? "“\(shortened(titles[0]))”" : "\(Quantity(titles.count, "item"))"
    let parts = verb.split(separator: "…", maxSplits: 1)
    return parts.count == 2 ? parts[0] + object + parts[1] : "\(verb) \(object)"
  }

  static func shortened(_ title: String) -> String {
    title.count > longestTitle ? title.prefix(longestTitle - 1) + "…" : title
  }
}
