import ArgumentParser
import DataProvider

/// `docket undo`: undo the last changes, of earlier days too, and say what was undone.
struct UndoCommand: TextCommand {
  static let commandName = "undo"
  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Undo the last changes, of earlier days too, and say what was undone.",
    discussion: StepCount.discussion)

  @OptionGroup var store: StoreOptions

  @OptionGroup var steps: StepCount

  func output(_ items: ItemAccess, style: OutputStyle) async throws -> String {
    try await items.handler().undo(steps.count).map { "undone: \(style.line($0))\n" }.joined()
  }
}
