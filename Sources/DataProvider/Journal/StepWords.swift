/// What a command does, in words: "complete “Buy milk”", "complete 3 items".
struct StepWords: Hashable, Sendable {
  /// The longest part of a title that is quoted.
  private static let longestTitle = 60

  let text: String

  init(_ text: String) { self.text = text }

  init(_ verb: String, _ titles: [String]) {
    let object = titles.count == 1 ? "“\(Self.shortened(titles[0]))”" : "\(Quantity(titles.count, "item"))"
    text = "\(verb) \(object)"
  }

  static func shortened(_ title: String) -> String {
    title.count > longestTitle ? title.prefix(longestTitle - 1) + "…" : title
  }
}
