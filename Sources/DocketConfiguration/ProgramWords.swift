import TOMLKit

/// A program and its arguments in the configuration: a string for a program alone, or a list of strings.
///
/// It is never a line for a shell; who wants a shell writes `["sh", "-c", "…"]`.
enum ProgramWords {
  /// The words, none for no program.
  ///
  /// - Parameter key: the name within a section, for messages.
  static func read(_ value: (any TOMLValueConvertible)?, key: String? = nil) throws(OptionProblem) -> [String] {
    guard let words = strings(value) else {
      throw OptionProblem("must be a program in quotation marks, or a list of it and its arguments", key: key)
    }
    guard let name = words.first else { return [] }
    guard !name.isEmpty else { throw OptionProblem("has no program: [] is for none", key: key) }
    guard !words.contains(where: { $0.utf8.contains(0) }) else {
      throw OptionProblem("has a NUL character, which no program can get", key: key)
    }
    guard !name.contains(where: \.isWhitespace) || name.contains("/") || words.count > 1 else {
      throw OptionProblem("must be a list if there are arguments: [\"program\", \"argument\"]", key: key)
    }
    guard !name.contains("/") || name.hasPrefix("/") || name.hasPrefix("~/") else {
      throw OptionProblem("must be a name to be found in PATH, or a path that begins with / or ~/", key: key)
    }
    return words
  }

  /// One string, or a list of strings; nil for anything else.
  static func strings(_ value: (any TOMLValueConvertible)?) -> [String]? {
    if let string = value?.string { return [string] }
    guard let array = value?.array else { return nil }
    let strings = (0..<array.count).compactMap { array[$0].string }
    return strings.count == array.count ? strings : nil
  }
}
