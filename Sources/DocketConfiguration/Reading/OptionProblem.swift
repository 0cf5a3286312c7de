/// Why a value can't be taken over.
struct OptionProblem: Error {
  /// What is said after the option's name.
  let phrase: String

  /// The name within a section, if the problem is one of those.
  let key: String?

  init(_ phrase: String, key: String? = nil) {
    self.phrase = phrase
    self.key = key
  }
}
