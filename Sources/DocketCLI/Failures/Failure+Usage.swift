extension Failure {
  /// The line for arguments that make no sense.
  ///
  /// - Parameter usage: what the parser says, one line or more.
  init(usage: String, arguments: [String]) {
    let what = usage.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let name = CommandNames.command(in: arguments).flatMap { $0 == "help" ? nil : $0 }
    let (problem, advice) = Self.advice(in: Self.dashed(what, name, arguments) ?? what)
    self.init(
      .usage, Self.clause(problem), place: name.map { "docket \($0)" } ?? "docket",
      remedy: advice + (name.map { "see 'docket help \($0)'" } ?? "see 'docket help'"))
  }

  /// There is no command of a name.
  static func noCommand(_ name: String) -> Failure {
    let nearest = CommandNames.nearest(to: name).map { "try 'docket \($0)', or " } ?? ""
    return Failure(.usage, "there is no command '\(name)'", place: "docket", remedy: nearest + "see 'docket help'")
  }

  /// Only the full-screen list has a filter; a command that took no notice of it would work on too many items.
  static func filterOfCommand(_ name: String) -> Failure {
    Failure(
      .usage, "--filter is for the list on the full screen", place: "docket \(name)",
      remedy: "give the query itself, where a command takes one; see 'docket help \(name)'")
  }

  /// What is wrong, and what could be given instead.
  private static func advice(in usage: String) -> (problem: String, advice: String) {
    if let match = usage.wholeMatch(of: /(.*)\. Did you mean '(-.*)'\?/) {
      return (String(match.1), "try '\(match.2)', or ")
    }
    if let match = usage.wholeMatch(of: /(.*)\. Please provide one of (.*)\./) {
      return (String(match.1), NotAllowed.lead + match.2.replacing("'", with: "") + ", or ")
    }
    if let match = usage.wholeMatch(
      of: /((?:The value '.*' is invalid for|Unknown option|Missing expected argument) '[^']*'): (.*)/)
    {
      return (String(match.1), match.2 + ", or ")
    }
    return (usage, "")
  }

  /// What is wrong where the parser took a word with a dash before it for an option; nil where it did not.
  private static func dashed(_ usage: String, _ command: String?, _ arguments: [String]) -> String? {
    guard usage.prefixMatch(of: /Missing expected argument|Unknown option '-[^-]/) != nil,
      let word = arguments.first(where: { $0.prefixMatch(of: /-[^-]/) != nil })
    else { return nil }
    switch command {
    case AddCommand.commandName: return "\(usage): put -- before a title that starts with a dash"
    case UndoCommand.commandName, RedoCommand.commandName: return invalid(word, "n", PositiveNumber.allowed)
    case ShowCommand.commandName: return invalid(word, "id", ItemNumber.allowed)
    case DoneCommand.commandName, ReopenCommand.commandName, DeleteCommand.commandName, UpdateCommand.commandName:
      return invalid(word, "id", NumberList.allowed)
    default: return nil
    }
  }

  private static func invalid(_ word: String, _ name: String, _ allowed: String) -> String {
    "The value '\(word)' is invalid for '<\(name)>': \(NotAllowed(allowed: allowed))"
  }
}
