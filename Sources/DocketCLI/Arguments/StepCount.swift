import ArgumentParser

/// How many steps of the journal a command goes back or forth.
struct StepCount: ParsableArguments, Sendable {
  /// What the help of both directions says.
  static let discussion = """
    Each command was one step, however many items it changed. The steps are yours, wherever you took them: in the list or \
    on the command line. A step is refused if a later change by somebody else stands in its way.
    """

  @Argument(
    help: ArgumentHelp("How many steps; 1 unless given.", valueName: "n"), transform: PositiveNumber.value)
  var number: PositiveNumber?

  /// How many steps.
  var count: Int { number?.value ?? 1 }
}

/// How many of something that there is at least one of.
struct PositiveNumber: TypedValue {
  let value: Int

  init?(typed text: String) {
    guard let value = Int(text), value > 0 else { return nil }
    self.value = value
  }

  static let allowed = "a whole number, 1 or more"
}
