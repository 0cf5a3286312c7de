import TOMLKit

/// What only other parts of the program know about values: whether a query or a key can be understood.
public struct ConfigurationChecks: Sendable {
  /// What is wrong with a query, or nil.
  public var query: @Sendable (String) -> String?

  /// Whether words are keys.
  public var isKey: @Sendable (String) -> Bool

  /// Creates checks that accept everything they are not given a test for.
  public init(
    query: @escaping @Sendable (String) -> String? = { _ in nil },
    isKey: @escaping @Sendable (String) -> Bool = { _ in true }
  ) {
    self.query = query
    self.isKey = isKey
  }

  func checkedQuery(_ value: (any TOMLValueConvertible)?, key: String? = nil) throws(OptionProblem) -> String {
    guard let text = value?.string else { throw OptionProblem("must be a query in quotation marks", key: key) }
    if let problem = query(text) { throw OptionProblem("is a query that can't be understood: \(problem)", key: key) }
    return text
  }

  func checkedKeys(_ value: (any TOMLValueConvertible)?, of command: String) throws(OptionProblem) -> [String] {
    let keys = Self.strings(value)
    guard let keys else {
      throw OptionProblem("must be a key in quotation marks, or a list of such", key: command)
    }
    if let wrong = keys.first(where: { !isKey($0) }) { throw OptionProblem("has no key \"\(wrong)\"", key: command) }
    return keys
  }

  private static func strings(_ value: (any TOMLValueConvertible)?) -> [String]? {
    if let string = value?.string { return [string] }
    guard let array = value?.array else { return nil }
    let strings = (0..<array.count).compactMap { array[$0].string }
    return strings.count == array.count ? strings : nil
  }
}
