/// A word that may have been meant as a filter's name and is the name of none, so that it is looked for.
public struct UnknownFilter: Hashable, Sendable {
  private let name: String
  /// The name of a filter that may have been meant; nil if none is like it.
  public let nearest: String?

  /// Creates it of what was typed as a filter.
  ///
  /// - Parameters:
  ///   - text: what was typed; nil comes of the name of a filter, and of more than one word.
  ///   - filters: all filters.
  public init?(_ text: String, among filters: [NamedQuery]) {
    let key = TagName.key(of: text)
    guard Self.mayBeName(text), !filters.contains(where: { TagName.key(of: $0.name) == key }) else { return nil }
    name = text
    nearest = NearestName.of(text, among: filters.map(\.name))
  }

  /// What is wrong, as a clause.
  public var words: String { "no filter has the name “\(name)”, so it is looked for as a word" }

  private static func mayBeName(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
  }
}
