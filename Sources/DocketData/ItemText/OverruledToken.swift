/// A token in whose place a later one of its kind counts: the `@today` of `Call @today @tomorrow`.
///
/// It is not in the title either, so that it would be gone without a word.
public struct OverruledToken: Hashable, Sendable {
  /// The token as it is typed.
  public let word: String
  /// The last token of the kind.
  public let last: String

  /// What is said of it: "“@tomorrow” replaces “@today”".
  public var note: String { "“\(last)” replaces “\(word)”" }

  /// All such tokens of a line, in its order; none that says the same as the last one.
  ///
  /// - Complexity: O(*n*) in the number of tokens.
  public static func all(in line: String, _ tokens: [QuickAdd.Token]) -> [OverruledToken] {
    let characters = Array(line)
    func text(_ token: QuickAdd.Token) -> String { String(characters[token.range]) }
    var lasts: [QuickAdd.Kind: QuickAdd.Token] = [:]
    for token in tokens { token.meaning.singleKind.map { lasts[$0] = token } }
    return tokens.compactMap { token in
      let last = token.meaning.singleKind.flatMap { lasts[$0] }
      guard let last, last.meaning != token.meaning else { return nil }
      return OverruledToken(word: text(token), last: text(last))
    }
  }
}

extension QuickAdd {
  /// What an item has one of.
  fileprivate enum Kind { case priority, due, start, list, rule }
}

extension QuickAdd.Meaning {
  /// What it sets, of which an item has one; nil for tags and for what has to be done before.
  fileprivate var singleKind: QuickAdd.Kind? {
    switch self {
    case .priority: .priority
    case .due: .due
    case .start: .start
    case .list: .list
    case .rule: .rule
    case .tag, .blockers: nil
    }
  }
}
