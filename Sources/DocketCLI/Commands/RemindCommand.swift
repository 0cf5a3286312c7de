import ArgumentParser
import DocketConfiguration
import DocketData
import DocketOutput
import DocketPrograms
import Foundation

/// `docket remind`: says what has become due since it last said so.
struct RemindCommand: ItemCommand {
  static let commandName = "remind"
  static let configuration = help(
    "Say what has become due since the last time, each due moment once.",
    """
    For cron and timers: without news it prints nothing, and the exit status is 0 either way. Items are printed as \
    'docket list' does: in columns on a terminal, as fields in a pipe; --json prints an array, [] without news. The first \
    time it says what is due since the beginning of the day. What was due more than a week ago is not said any more.

    What waits for another item, or is not to be begun yet, is said once it is ready, as in the agenda.

    What is due on a day, without a time, is said at the hour of remind.hour in the configuration, 9 by default.

    --exec runs a program instead, with the JSON array on its standard input, and never with a text of an item among its \
    arguments; without news it is not run. What it prints goes to standard error once it has ended. If it fails, or takes longer than a minute, the exit status is 74, and the same \
    is said the next time.
    """)

  @OptionGroup var store: StoreOptions

  @Flag(help: "Print a JSON array.")
  var json = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Run a program with the items as JSON on its standard input.", valueName: "program"),
    completion: .file())
  var exec: String?

  var leavesNoStore: Bool { true }

  func validate() throws {
    if store.preview { throw ValidationError("A preview reminds of nothing") }
    if json, exec != nil { throw ValidationError("Give one of --json, --exec: the program gets JSON anyway") }
    if exec?.isEmpty == true { throw ValidationError("The value of '--exec' is empty") }
  }

  func perform(_ items: ItemAccess, _ output: CommandOutput) async throws {
    let reference = DateReference()
    guard let memory = try ReminderMemory(try CommandState.of(items.provider), at: reference) else {
      // Somebody else is saying it.
      if json { try output.write("[]\n") }
      return
    }
    let hour = try UserConfiguration.read(.of(keys: { $0 })).reminders.hour
    let handler = try await items.handler()
    let due = try await handler.dueMoments(
      from: memory.start(at: reference.now), through: reference.now, hour: hour, in: reference.calendar)
    let news = memory.news(due)
    try await say(handler.items(ids: news.map(\.id)), at: reference, output)
    try memory.remember(due)
  }

  private func say(_ items: [ItemValues], at reference: DateReference, _ output: CommandOutput) async throws {
    let array = ItemJSON.array(items)
    if let exec {
      if !items.isEmpty { try await run(exec, array) }
    } else if json {
      try output.write(array)
    } else if output.style == .pipe {
      for item in items { try output.write(ItemTable.line(item)) }
    } else if !items.isEmpty {
      try output.write(
        ItemTable.columns(
          items, notReady: [], at: reference, colors: TerminalColors(), width: TerminalColumns.current))
    }
    // It is remembered as said only once it was.
    try output.finish()
  }

  private static let timeout = Duration.seconds(60)

  private func run(_ name: String, _ array: String) async throws {
    guard let program = ItemProgram([name]) else { return }
    let printed = ProgramOutput()
    let ending = await program.run(Data(array.utf8), timeout: Self.timeout, output: printed)
    StandardStreams.report(OutputStyle(descriptor: STDERR_FILENO).text(printed.data))
    guard let failure = ending.failure(of: program) else { return }
    throw Failure(
      .inputOutput, failure, place: "docket \(Self.commandName) --exec",
      remedy: "give a program that can be run; the same is said the next time")
  }
}
