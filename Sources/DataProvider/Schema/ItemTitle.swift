import Foundation

/// A title that may be stored: trimmed, and not empty.
public struct ItemTitle: Hashable, Sendable {
  /// The text.
  public let text: String

  /// - Throws: `ItemError.emptyTitle` if there is nothing but white space.
  public init(_ text: String) throws {
    self.text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !self.text.isEmpty else { throw ItemError.emptyTitle }
  }
}
