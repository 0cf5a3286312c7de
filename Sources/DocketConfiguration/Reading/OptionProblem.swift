/// Why a value can't be taken over.
struct OptionProblem: Error {
  /// What is said after the option's name.
  let phrase: String

  /// The name within a section, if the problem is one of those.
  let key: String?

  /// Those of further names within the section.
  private(set) var others: [OptionProblem] = []

  init(_ phrase: String, key: String? = nil) {
    self.phrase = phrase
    self.key = key
  }

  /// All of them.
  var all: [OptionProblem] { [self] + others }

  /// Does something for each name of a section, whatever is wrong with others.
  ///
  /// - Throws: `OptionProblem` if something was wrong with any.
  static func collect(_ names: [String], _ body: (String) throws(OptionProblem) -> Void) throws(OptionProblem) {
    var found: OptionProblem?
    for name in names {
      do throws(OptionProblem) {
        try body(name)
      } catch {
        if found == nil { found = error } else { found?.others.append(error) }
      }
    }
    if let found { throw found }
  }
}
