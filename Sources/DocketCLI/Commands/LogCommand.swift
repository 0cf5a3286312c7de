import ArgumentParser
import DocketData

/// `docket log`: who changed what when.
struct LogCommand: TextCommand {
  static let commandName = "log"
  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Show what was changed, when and by whom, the newest step first.",
    discussion: """
      In a pipe each step is one line with a tab between the fields: time, author, state, number of rows, what was done. \
      The state is done, undone, abandoned (undone, and it can't be redone any more) or forgotten (done, and it can't be \
      undone any more).
      """)

  @OptionGroup var store: StoreOptions

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The largest number of steps.", valueName: "n"),
    transform: WholeNumber.value)
  var limit: WholeNumber?

  func output(_ items: ItemAccess, style: OutputStyle) async throws -> String {
    try await items.handler().log(limit: limit?.value).map { LogLine($0).text(style) }.joined()
  }
}
