import Foundation

/// A name that a tag may have: one word of up to 64 characters.
public struct TagName: Hashable, Sendable {
  /// The largest number of characters.
  public static let longest = 64

  /// The name as it was written, without a `#` before it.
  public let text: String

  /// - Throws: `ItemError.unusableTag` if it is empty, too long, or has white space, control characters or a comma.
  public init(_ text: some StringProtocol) throws {
    let name = text.hasPrefix("#") ? String(text.dropFirst()) : String(text)
    guard !name.isEmpty, name.count <= Self.longest, name.utf8.count <= Self.longest * 4,
      !name.unicodeScalars.contains(where: Self.isForbidden)
    else { throw ItemError.unusableTag(String(text.prefix(Self.longest + 1))) }
    self.text = name
  }

  /// What tells it from other names: case does not count.
  public var key: String { Self.key(of: text) }

  /// The key of any text.
  public static func key(of text: some StringProtocol) -> String {
    text.lowercased().precomposedStringWithCanonicalMapping
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "," || scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
  }
}
