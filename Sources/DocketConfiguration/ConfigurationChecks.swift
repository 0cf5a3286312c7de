import TOMLKit

/// Checks of values that only other parts of the program know: queries, keys and names of filters.
public struct ConfigurationChecks: Sendable {
  let query: @Sendable (String) -> String?
  /// The canonical spelling of a key, such as `Space` or `^x ^s`; nil for an invalid one.
  let keys: @Sendable (String) -> String?
  let isStandardFilter: @Sendable (String) -> Bool

  /// Creates checks; by default everything is valid.
  public init(
    query: @escaping @Sendable (String) -> String? = { _ in nil },
    keys: @escaping @Sendable (String) -> String? = { $0 },
    isStandardFilter: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.query = query
    self.keys = keys
    self.isStandardFilter = isStandardFilter
  }

  func checkFilterName(_ name: String) throws(OptionProblem) {
    guard isStandardFilter(name) else { return }
    throw OptionProblem("is the name of a standard filter: choose another one", key: name)
  }

  func checkedQuery(_ value: (any TOMLValueConvertible)?, key: String? = nil) throws(OptionProblem) -> String {
    guard let text = value?.string else { throw OptionProblem("must be a query in quotation marks", key: key) }
    if let problem = query(text) { throw OptionProblem("is a query that can't be understood: \(problem)", key: key) }
    return text
  }

  func checkedKeys(_ value: (any TOMLValueConvertible)?, of command: String) throws(OptionProblem) -> [String] {
    guard let words = ProgramWords.strings(value) else {
      throw OptionProblem("must be a key in quotation marks, or a list of such", key: command)
    }
    var spelled: [String] = []
    for word in words {
      guard let key = keys(word) else {
        throw OptionProblem("has \"\(word)\", which isn't a key: keys are written a, ^a, M-a, Space, F1", key: command)
      }
      guard !spelled.contains(key) else { throw OptionProblem("names \"\(word)\" twice", key: command) }
      spelled.append(key)
    }
    return spelled
  }
}
