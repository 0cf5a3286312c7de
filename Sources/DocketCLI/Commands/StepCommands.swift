import ArgumentParser
import DocketData

/// A command that undoes or redoes steps of the journal, and prints their descriptions.
protocol StepCommand: ItemCommand {
  /// What is done to the steps: "undone".
  static var participle: String { get }

  var steps: StepCount { get }

  /// Undoes or redoes steps in one transaction, and returns them.
  func turn(_ count: Int, _ handler: DataHandler) async throws -> [LoggedStep]
}

extension StepCommand {
  var hasEffect: Bool { true }

  func perform(_ items: ItemAccess, _ output: CommandOutput) async throws {
    let all = try await turn(steps.count, items.handler())
    for step in all where step.state == .overtaken {
      let notice = Notice(
        what: "skipped, because \(step.obstacle ?? "it was overtaken")", place: step.words,
        remedy: "an earlier step was undone instead")
      StandardStreams.report(notice.line)
    }
    let turned = all.filter { $0.state != .overtaken }
    try output.write(turned.map { "\(Self.participle): \(output.style.line($0.words))\n" }.joined())
    for step in turned where step.state == .abandoned {
      let notice = Notice(
        what: "it added too many items to be redone", place: step.words,
        remedy: "import or add them again if you need them")
      StandardStreams.report(notice.line)
    }
    guard turned.count < steps.count else { return }
    throw PartlyDone(
      failure: Failure(
        .noMatch, "\(turned.count) of \(steps.count) steps were \(Self.participle), there are no more",
        place: items.name, remedy: "see what was done with 'docket log'"))
  }
}

/// The number of steps that a command undoes or redoes.
struct StepCount: ParsableArguments, Sendable {
  /// The help of both commands.
  static let discussion = """
    Each command is one step, however many items it changed. Only your own steps count, those from the list and from the \
    command line alike. A step that conflicts with a later one is refused. Undo skips a step whose items sync or \
    another program has changed since, says so, and undoes an earlier one instead. If there are fewer steps than asked \
    for, all of them are undone or redone, and the exit status is 1.
    """

  @Argument(
    help: ArgumentHelp("The number of steps; 1 by default.", valueName: "n"), transform: PositiveNumber.value)
  var number: PositiveNumber?

  var count: Int { number?.value ?? 1 }
}

/// `docket undo`: undoes the last changes, of earlier days too.
struct UndoCommand: StepCommand {
  static let commandName = "undo"
  static let participle = "undone"
  static let configuration = help(
    "Undo the last steps, also of earlier days, and print what was undone.", StepCount.discussion)

  @OptionGroup var store: StoreOptions
  @OptionGroup var steps: StepCount

  func turn(_ count: Int, _ handler: DataHandler) async throws -> [LoggedStep] { try await handler.undoSteps(count) }
}

/// `docket redo`: redoes what was undone last.
struct RedoCommand: StepCommand {
  static let commandName = "redo"
  static let participle = "redone"
  static let configuration = help("Redo what was undone last, and print what was redone.", StepCount.discussion)

  @OptionGroup var store: StoreOptions
  @OptionGroup var steps: StepCount

  func turn(_ count: Int, _ handler: DataHandler) async throws -> [LoggedStep] { try await handler.redoSteps(count) }
}

/// `docket log`: who changed what, and when.
struct LogCommand: TextCommand {
  static let commandName = "log"
  static let configuration = help(
    "Show what was changed, when and by whom, the newest step first.",
    """
    On a terminal a step that is not done any more has its state behind it. In a pipe each step is one line of fields \
    separated by tabs: time, author, state, number of rows, what was done. The state is done, undone, abandoned (undone, \
    and can't be redone, because something else was done since), forgotten (done too long ago to be undone), or overtaken \
    (can't be undone, because sync or another program has changed its items since).
    """)

  @OptionGroup var store: StoreOptions

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The maximum number of steps.", valueName: "n"),
    transform: WholeNumber.value)
  var limit: WholeNumber?

  func output(_ items: ItemAccess, style: OutputStyle) async throws -> String {
    try await items.handler().log(limit: limit?.value).map { Self.line($0, style) }.joined()
  }

  private static func line(_ step: LoggedStep, _ style: OutputStyle) -> String {
    let (time, author, words) = (style.moment(step.date), style.line(step.author), style.line(step.words))
    switch style {
    case .pipe: return [time, author, step.state.rawValue, "\(step.rowCount)", words].joined(separator: "\t") + "\n"
    case .terminal:
      return "\(time)  \(author)  \(words)" + (step.state == .done ? "" : " (\(step.state.words))") + "\n"
    }
  }
}

extension JournalState {
  fileprivate var words: String { self == .abandoned ? "undone, can't be redone" : rawValue }
}
