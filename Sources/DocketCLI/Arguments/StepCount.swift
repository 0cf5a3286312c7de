import ArgumentParser

/// How many steps of the journal a command goes back or forth.
struct StepCount: ParsableArguments, Sendable {
  /// What the help of both directions says.
  static let discussion = """
    Each command was one step, however many items it changed. The steps are yours, wherever you took them: in the list or \
    on the command line. A step that somebody else's later change stands in the way of is refused.
    """

  @Argument(help: ArgumentHelp("How many steps.", valueName: "n"))
  var count = 1

  func validate() throws {
    if count < 1 { throw ValidationError("The number of steps must be 1 or more") }
  }
}
