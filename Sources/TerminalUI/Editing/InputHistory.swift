/// The texts that were entered before, to be had again.
///
/// What was typed, or changed of an earlier text, is kept while one looks through it, until a text is added.
public struct InputHistory: Hashable, Sendable {
  /// The texts, oldest first.
  public private(set) var entries: [String]
  /// The number of texts kept.
  public let limit: Int

  /// The place looked at; after the entries is the new text.
  private var place: Int
  private var drafts: [Int: String] = [:]

  /// Creates a history.
  ///
  /// - Parameters:
  ///   - entries: The texts, oldest first.
  ///   - limit: The number of texts kept; older ones are forgotten. A negative one keeps none.
  public init(_ entries: [String] = [], limit: Int = 500) {
    self.limit = max(0, limit)
    self.entries = entries.suffix(self.limit)
    place = self.entries.count
  }

  /// Adds a text that was entered, unless it is blank or the same as the last one.
  public mutating func add(_ text: String) {
    if !text.allSatisfy(\.isWhitespace), text != entries.last { entries.append(text) }
    entries = entries.suffix(limit)
    drafts = [:]
    place = entries.count
  }

  /// The text before the one looked at.
  ///
  /// - Parameter current: What the field holds now.
  /// - Returns: nil if there is none.
  public mutating func earlier(than current: String) -> String? {
    place == 0 ? nil : go(to: place - 1, leaving: current)
  }

  /// The text after the one looked at, at last the one that was being typed.
  ///
  /// - Parameter current: What the field holds now.
  /// - Returns: nil if there is none.
  public mutating func later(than current: String) -> String? {
    place == entries.count ? nil : go(to: place + 1, leaving: current)
  }

  private mutating func go(to next: Int, leaving current: String) -> String? {
    drafts[place] = current
    place = next
    return drafts[next] ?? (next < entries.count ? entries[next] : "")
  }
}
