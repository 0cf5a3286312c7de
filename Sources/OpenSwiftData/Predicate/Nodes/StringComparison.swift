import Foundation

// Foundation has these nodes only on Apple's platforms; `#Predicate` finds them by their `build_` functions.

// MARK: - localizedStandardContains

extension PredicateExpressions {
  /// The node of `localizedStandardContains` in a predicate, which Foundation lacks on Linux.
  ///
  /// ```swift
  /// #Predicate<Item> { $0.title.localizedStandardContains("cafe") }
  /// ```
  /// ```sql
  /// SELECT … FROM "Item" AS t0 WHERE localized_standard_contains(t0."title", ?1)
  /// ```
  public struct StringLocalizedStandardContains<Root: PredicateExpression, Other: PredicateExpression>:
    PredicateExpression
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    /// Whether the text is found.
    public typealias Output = Bool

    /// The searched text.
    public let root: Root
    /// The text to search for.
    public let other: Other

    /// Creates the node.
    public init(root: Root, other: Other) {
      self.root = root
      self.other = other
    }

    /// Searches in memory by the current locale, ignoring case and diacritics.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      try LocalizedSearch.text(String(root.evaluate(bindings)), contains: String(other.evaluate(bindings)))
    }
  }

  /// Makes the node of `localizedStandardContains`; `#Predicate` calls it.
  public static func build_localizedStandardContains<Root: PredicateExpression, Other: PredicateExpression>(
    _ root: Root, _ other: Other
  ) -> StringLocalizedStandardContains<Root, Other> {
    StringLocalizedStandardContains(root: root, other: other)
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: Sendable where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringLocalizedStandardContains: Encodable where Root: Encodable, Other: Encodable {}
extension PredicateExpressions.StringLocalizedStandardContains: Decodable where Root: Decodable, Other: Decodable {}
extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringLocalizedStandardContains: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.textFunction(LocalizedSearch.functionName, root, other)
  }

  var inMemory: MemoryExpression<Bool> {
    MemoryExpression(PredicateExpressions.build_localizedStandardContains(root.memory, other.memory))
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: ShapedNode where Root: ShapedNode, Other: ShapedNode {
  func describe(in shape: inout PredicateShape) { shape.describe(root, other) }
}

// MARK: - caseInsensitiveCompare

extension PredicateExpressions {
  /// The node of `caseInsensitiveCompare` in a predicate, which Foundation lacks on Linux.
  ///
  /// ```swift
  /// #Predicate<Item> { $0.title.caseInsensitiveCompare("tea") == .orderedSame }
  /// ```
  /// ```sql
  /// SELECT … FROM "Item" AS t0 WHERE (case_insensitive_compare(t0."title", ?1) = ?2)
  /// ```
  public struct StringCaseInsensitiveCompare<Root: PredicateExpression, Other: PredicateExpression>:
    PredicateExpression
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    /// How the texts are ordered.
    public typealias Output = ComparisonResult

    /// The first text.
    public let root: Root
    /// The second text.
    public let other: Other

    /// Creates the node.
    public init(root: Root, other: Other) {
      self.root = root
      self.other = other
    }

    /// Compares the texts in memory.
    public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
      try root.evaluate(bindings).caseInsensitiveCompare(other.evaluate(bindings))
    }
  }

  /// Makes the node of `caseInsensitiveCompare`; `#Predicate` calls it.
  public static func build_caseInsensitiveCompare<Root: PredicateExpression, Other: PredicateExpression>(
    _ root: Root, _ other: Other
  ) -> StringCaseInsensitiveCompare<Root, Other> {
    StringCaseInsensitiveCompare(root: root, other: other)
  }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: Sendable where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringCaseInsensitiveCompare: Encodable where Root: Encodable, Other: Encodable {}
extension PredicateExpressions.StringCaseInsensitiveCompare: Decodable where Root: Decodable, Other: Decodable {}
extension PredicateExpressions.StringCaseInsensitiveCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringCaseInsensitiveCompare: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.textFunction("case_insensitive_compare", root, other, kind: .number(.int64))
  }

  var inMemory: MemoryExpression<ComparisonResult> {
    MemoryExpression(PredicateExpressions.build_caseInsensitiveCompare(root.memory, other.memory))
  }
}

// MARK: - localizedCompare

extension PredicateExpressions {
  /// The node of `localizedCompare` in a predicate, which Foundation lacks on Linux.
  ///
  /// ```swift
  /// #Predicate<Item> { $0.title.localizedCompare("m") == .orderedAscending }
  /// ```
  /// ```sql
  /// SELECT … FROM "Item" AS t0 WHERE (localized_compare(t0."title", ?1) = ?2)
  /// ```
  public struct StringLocalizedCompare<Root: PredicateExpression, Other: PredicateExpression>: PredicateExpression
  where Root.Output: StringProtocol, Other.Output: StringProtocol {
    /// How the texts are ordered.
    public typealias Output = ComparisonResult

    /// The first text.
    public let root: Root
    /// The second text.
    public let other: Other

    /// Creates the node.
    public init(root: Root, other: Other) {
      self.root = root
      self.other = other
    }

    /// Compares the texts in memory, by the current locale.
    public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
      try root.evaluate(bindings).localizedCompare(other.evaluate(bindings))
    }
  }

  /// Makes the node of `localizedCompare`; `#Predicate` calls it.
  public static func build_localizedCompare<Root: PredicateExpression, Other: PredicateExpression>(
    _ root: Root, _ other: Other
  ) -> StringLocalizedCompare<Root, Other> {
    StringLocalizedCompare(root: root, other: other)
  }
}

extension PredicateExpressions.StringLocalizedCompare: Sendable where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringLocalizedCompare: Encodable where Root: Encodable, Other: Encodable {}
extension PredicateExpressions.StringLocalizedCompare: Decodable where Root: Decodable, Other: Decodable {}
extension PredicateExpressions.StringLocalizedCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringLocalizedCompare: PredicateNode {
  func term(_ translator: inout PredicateTranslator) throws -> SQLTerm {
    try translator.textFunction("localized_compare", root, other, kind: .number(.int64))
  }

  var inMemory: MemoryExpression<ComparisonResult> {
    MemoryExpression(PredicateExpressions.build_localizedCompare(root.memory, other.memory))
  }
}

extension PredicateTranslator {
  /// Calls an SQL function with two texts; a full-text index may narrow the rows for a search.
  mutating func textFunction(
    _ name: String, _ left: Any, _ right: Any, kind: SQLKind = .boolean
  ) throws -> SQLTerm {
    let part = try term(right)
    let (left, right) = (try expression(left), try expression(part, right))
    guard left.kind == .text, right.kind == .text else { throw Unsupported(node: name) }
    return .value(
      SQLExpression(
        sql: "\(name)(\(left.sql), \(right.sql))", kind: kind, isStrict: left.isStrict && right.isStrict,
        candidates: kind == .boolean ? candidates(name, left, containing: part) : nil))
  }
}
