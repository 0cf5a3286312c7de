/// The description of a step: "complete “Buy milk”", "complete 3 items".
struct StepDescription {
  private static let maxTitleLength = 60

  /// Describes what was really changed; the other function looks up the title of an item.
  let text: (JournalChanges, (Int64) throws -> String) throws -> String

  init(_ text: String) { self.text = { _, _ in text } }

  /// Describes a command on a number of items.
  init(_ verb: String, count: Int, _ title: () throws -> String) rethrows {
    self.init(try Self.phrase(verb, count: count, title))
  }

  /// Describes a command on items; only items that became different count.
  ///
  /// - Parameter verb: the verb for the fields that became different; "…" stands for the items. The update time is among
  ///   the fields only if nothing else changed.
  init(_ items: [Int64], with subitems: Int = 0, _ verb: @escaping (Set<JournalField>) -> String) {
    text = { changes, title in
      let (keys, fields) = changes.updates(of: .item)
      let changed = items.filter(keys.contains)
      let named = changed.isEmpty ? items : changed
      let words = verb(fields == [.timestamp] ? fields : fields.subtracting([.timestamp]))
      return try Self.phrase(words, count: named.count, with: subitems) { try title(named[0]) }
    }
  }

  /// Describes a command on items that were read for it.
  ///
  /// - Parameter subitems: how many sub-items went along.
  init(_ items: ChangedItems, with subitems: Int = 0, _ verb: @escaping (Set<JournalField>) -> String) {
    let description = StepDescription(items.keys, with: subitems, verb)
    text = { changes, title in try description.text(changes) { try items.title($0) ?? title($0) } }
  }

  private static func phrase(
    _ verb: String, count: Int, with subitems: Int = 0, _ title: () throws -> String
  ) rethrows -> String {
    let items = count == 1 ? "“\(shortened(try title()))”" : "\(Quantity(count, "item"))"
    let object = subitems > 0 ? "\(items) with \(Quantity(subitems, "sub-item"))" : items
    let parts = verb.split(separator: "…", maxSplits: 1)
    return parts.count == 2 ? parts[0] + object + parts[1] : "\(verb) \(object)"
  }

  static func shortened(_ title: String) -> String {
    title.count > maxTitleLength ? title.prefix(maxTitleLength - 1) + "…" : title
  }
}
