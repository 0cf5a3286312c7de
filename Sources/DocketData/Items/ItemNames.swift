import Foundation

/// A name that is unique among things of one kind.
protocol UniqueName {
  /// The name as it was written.
  var text: String { get }
  /// The key by which names are compared.
  var key: String { get }

  /// - Throws: `ItemError` if the text can't be such a name.
  init(_ text: String) throws
}

/// A valid title: trimmed, and not empty.
public struct ItemTitle: Hashable, Sendable {
  /// The text.
  public let text: String

  /// - Throws: `ItemError.emptyTitle` if it is empty, or only white space.
  public init(_ text: String) throws {
    self.text = Self.trimmed(text)
    guard !self.text.isEmpty else { throw ItemError.emptyTitle }
  }

  /// A text without white space at its ends.
  static func trimmed(_ text: String) -> String {
    isTrimmed(text) ? text : text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Whether a text begins and ends with a printable ASCII character; Foundation's trimming takes far longer.
  private static func isTrimmed(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return true }
    return (0x21..<0x7f).contains(first) && (0x21..<0x7f).contains(last)
  }
}

/// A valid name of a tag: one word of up to 64 characters.
public struct TagName: UniqueName, Hashable, Sendable {
  /// The maximum number of characters.
  public static let maxLength = 64

  /// The name as it was written, without its leading `#`.
  public let text: String

  /// - Throws: `ItemError.unusableTag` if it is empty or too long, or contains white space, a control character or a comma.
  public init(_ text: some StringProtocol) throws {
    let name = text.hasPrefix("#") ? String(text.dropFirst()) : String(text)
    guard !name.isEmpty, name.count <= Self.maxLength, name.utf8.count <= Self.maxLength * 4,
      !name.unicodeScalars.contains(where: Self.isForbidden)
    else { throw ItemError.unusableTag(String(text.prefix(Self.maxLength + 1))) }
    self.text = name
  }

  /// The names in a text, at least one: a comma separates tags, wherever tags are given.
  ///
  /// - Returns: names that may be invalid; the text itself if there is nothing between its commas.
  public static func names(in text: String) -> [String] {
    // One plain word is the rule, and Foundation's trimming takes far longer than to see that.
    if text.utf8.allSatisfy({ (0x21..<0x7f).contains($0) && $0 != UInt8(ascii: ",") }) { return [text] }
    // Scalars, because a comma with a combining mark is another character.
    let names = text.unicodeScalars.split(separator: ",").map { String($0).trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
    return names.isEmpty ? [text] : names
  }

  /// The key by which names are compared, without regard to case.
  public var key: String { Self.key(of: text) }

  /// The key of a text: in lower case, composed.
  public static func key(of text: some StringProtocol) -> String {
    text.lowercased().precomposedStringWithCanonicalMapping
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "," || scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
  }
}

/// A valid name of a list or a saved filter: one line of up to 128 characters.
public struct ListName: UniqueName, Hashable, Sendable {
  /// The maximum number of characters.
  public static let maxLength = 128

  /// The name, without white space at its ends.
  public let text: String

  /// - Throws: `ItemError.unusableList` if it is empty or too long, or contains control characters.
  public init(_ text: some StringProtocol) throws {
    let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !name.isEmpty, name.count <= Self.maxLength, name.utf8.count <= Self.maxLength * 4,
      !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw ItemError.unusableList(String(text.prefix(Self.maxLength + 1))) }
    self.text = name
  }

  /// The name of a list as it is typed, without the mark that it has in a new item (`>Work`); nil for none, empty if nothing was typed.
  ///
  /// - Parameter isList: whether a list has a name, which stands for itself then.
  public static func typed(_ text: String, isList: (String) -> Bool = { _ in false }) -> String? {
    let name = text.trimmingCharacters(in: .whitespaces)
    guard !isList(name) else { return name }
    let unmarked = name.hasPrefix(">") ? name.dropFirst().trimmingCharacters(in: .whitespaces) : name
    return unmarked.lowercased() == "none" && !isList(unmarked) ? nil : unmarked
  }

  /// A valid name of a saved filter.
  ///
  /// - Throws: `ItemError.unusableList`; `ItemError.nameTaken` if it is that of a standard filter.
  public static func ofFilter(_ text: some StringProtocol) throws -> ListName {
    let name = try ListName(text)
    guard !NamedQuery.isStandard(name.text) else { throw ItemError.nameTaken(name.text) }
    return name
  }

  /// The key by which names are compared, without regard to case.
  public var key: String { TagName.key(of: text) }
}
