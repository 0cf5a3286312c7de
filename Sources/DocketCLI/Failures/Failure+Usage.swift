extension Failure {
  /// The line for arguments that make no sense.
  ///
  /// - Parameter usage: what the parser says, one line or more.
  init(usage: String, arguments: [String]) {
    let what = usage.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let name = CommandNames.command(in: arguments).flatMap { $0 == "help" ? nil : $0 }
    let (problem, advice) = Self.advice(in: Self.negativeNumber(what) ?? what)
    self.init(
      .usage, Self.clause(problem), place: name.map { "docket \($0)" } ?? "docket",
      remedy: advice + (name.map { "see 'docket help \($0)'" } ?? "see 'docket help'"))
  }

  /// There is no command of a name.
  static func noCommand(_ name: String) -> Failure {
    let nearest = CommandNames.nearest(to: name).map { "try 'docket \($0)', or " } ?? ""
    return Failure(.usage, "there is no command '\(name)'", place: "docket", remedy: nearest + "see 'docket help'")
  }

  /// What is wrong, and the option that the parser thinks was meant.
  private static func advice(in usage: String) -> (problem: String, advice: String) {
    guard let match = usage.wholeMatch(of: /(.*)\. Did you mean '(-.*)'\?/) else { return (usage, "") }
    return (String(match.1), "try '\(match.2)', or ")
  }

  /// The parser takes a negative number for an option.
  private static func negativeNumber(_ usage: String) -> String? {
    usage.wholeMatch(of: /Unknown option '(-\d+)'.*/).map { "the number \($0.1) must be 1 or more" }
  }
}
