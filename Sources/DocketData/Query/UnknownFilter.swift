/// A word that may have been meant as a filter's name and is the name of none, so that it is looked for.
public struct UnknownFilter: Hashable, Sendable {
  private let name: String
  /// The name of a filter that may have been meant; nil if none is like it.
  public let nearest: String?

  /// Creates one, or nil if the text is the name of a filter, or is not one word.
  ///
  /// - Parameters:
  ///   - text: what was typed as a filter.
  ///   - filters: all filters; asked for only if the text is one word.
  public init?(_ text: String, among filters: @autoclosure () throws -> [NamedQuery]) rethrows {
    guard Self.mayBeName(text) else { return nil }
    let (key, filters) = (TagName.key(of: text), try filters())
    guard !filters.contains(where: { TagName.key(of: $0.name) == key }) else { return nil }
    name = text
    nearest = NearestName.of(text, among: filters.map(\.name))
  }

  /// What is wrong, as a clause.
  public var words: String { "no filter has the name “\(name)”, so it is looked for as a word" }

  private static func mayBeName(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
  }
}
