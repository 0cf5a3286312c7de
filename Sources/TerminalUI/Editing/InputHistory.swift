/// The texts that were entered before, to be recalled.
///
/// New text and changes to earlier texts are kept while one steps through it, until a text is added.
public struct InputHistory: Hashable, Sendable {
  /// The texts, oldest first.
  public private(set) var entries: [String]
  /// The number of texts kept.
  public let limit: Int

  /// The index of the entry looked at; the new text comes after all entries.
  private var index: Int
  /// Texts that were changed while looking through the history, by index.
  private var changed: [Int: String] = [:]

  /// Creates a history.
  ///
  /// - Parameters:
  ///   - entries: The texts, oldest first.
  ///   - limit: The number of texts kept; older ones are forgotten. A negative one keeps none.
  public init(_ entries: [String] = [], limit: Int = 500) {
    self.limit = max(0, limit)
    self.entries = entries.suffix(self.limit)
    index = self.entries.count
  }

  /// Adds a text that was entered, unless it is blank or the same as the last one.
  public mutating func add(_ text: String) {
    if !text.allSatisfy(\.isWhitespace), text != entries.last { entries.append(text) }
    entries = entries.suffix(limit)
    changed = [:]
    index = entries.count
  }

  /// Steps back to the entry before.
  ///
  /// - Parameter current: The text in the field now.
  /// - Returns: The entry; nil if there is none.
  public mutating func earlier(than current: String) -> String? {
    index == 0 ? nil : go(to: index - 1, leaving: current)
  }

  /// Steps forward to the next entry, and finally to the new text.
  ///
  /// - Parameter current: The text in the field now.
  /// - Returns: The entry; nil if there is none.
  public mutating func later(than current: String) -> String? {
    index == entries.count ? nil : go(to: index + 1, leaving: current)
  }

  private mutating func go(to next: Int, leaving current: String) -> String? {
    changed[index] = current
    index = next
    return changed[next] ?? (next < entries.count ? entries[next] : "")
  }
}
