import ArgumentParser

/// How many steps of the journal a command goes back or forth.
struct StepCount: ParsableArguments, Sendable {
  /// What the help of both directions says.
  static let discussion = """
    Each command was one step, however many items it changed. The steps are yours, wherever you took them: in the list or \
    on the command line. A step is refused if a later change by somebody else stands in its way. If there are fewer steps than \
    are asked for, those are taken, and the exit status is 1.
    """

  @Argument(
    help: ArgumentHelp("How many steps; 1 unless given.", valueName: "n"), transform: PositiveNumber.value)
  var number: PositiveNumber?

  /// How many steps.
  var count: Int { number?.value ?? 1 }

  /// Says so if there were fewer.
  ///
  /// - Parameters:
  ///   - taken: how many steps were taken.
  ///   - verb: what was done with them.
  /// - Throws: `PartlyDone` with the status 1.
  func requireAll(_ taken: Int, _ verb: String, place: String) throws {
    guard taken < count else { return }
    throw PartlyDone(
      failure: Failure(
        .noMatch, "\(taken) of \(count) steps were \(verb), there are no more", place: place,
        remedy: "see what was done with 'docket log'"))
  }
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
