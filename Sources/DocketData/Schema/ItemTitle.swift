import Foundation

/// A title that may be stored: trimmed, and not empty.
public struct ItemTitle: Hashable, Sendable {
  /// The text.
  public let text: String

  /// - Throws: `ItemError.emptyTitle` if there is nothing but white space.
  public init(_ text: String) throws {
    self.text = Self.isTrimmed(text) ? text : text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !self.text.isEmpty else { throw ItemError.emptyTitle }
  }

  /// Whether a text begins and ends with ASCII letters, digits or signs: Foundation's look at a text takes far longer.
  private static func isTrimmed(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return true }
    return (0x21..<0x7f).contains(first) && (0x21..<0x7f).contains(last)
  }
}
