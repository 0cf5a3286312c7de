import ArgumentParser
import DataProvider

/// `docket undo`: undo the last changes, of earlier days too, and say what was undone.
struct UndoCommand: TextCommand {
  static let commandName = "undo"
  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Undo the last changes, of earlier days too, and say what was undone.",
    discussion: """
      Each command was one step, however many items it changed. The steps are yours, wherever you took them: in the list or \
      on the command line. A step that somebody else's later change stands in the way of is refused.
      """)

  @OptionGroup var store: StoreOptions

  @Argument(help: ArgumentHelp("How many steps.", valueName: "n"))
  var count = 1

  func validate() throws {
    if count < 1 { throw ValidationError("The number of steps must be 1 or more") }
  }

  func output(_ items: ItemAccess, style: OutputStyle) async throws -> String {
    let steps = try await items.handler().undo(count)
    return steps.map { "undone: \(style.line($0))\n" }.joined()
  }
}
