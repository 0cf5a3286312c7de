import Foundation

/// A name that a list or a saved filter may have: one line of up to 128 characters.
public struct ListName: Hashable, Sendable {
  /// The largest number of characters.
  public static let longest = 128

  /// The name, without white space at its ends.
  public let text: String

  /// - Throws: `ItemError.unusableList` if it is empty, too long, or has control characters.
  public init(_ text: some StringProtocol) throws {
    let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !name.isEmpty, name.count <= Self.longest, name.utf8.count <= Self.longest * 4,
      !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw ItemError.unusableList(String(text.prefix(Self.longest + 1))) }
    self.text = name
  }

  /// What tells it from other names: case does not count.
  public var key: String { TagName.key(of: text) }
}
