import ArgumentParser
import DataProvider

/// `docket redo`: carry out again what was undone last, and say what it was.
struct RedoCommand: TextCommand {
  static let commandName = "redo"
  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Carry out again what was undone last, and say what it was.",
    discussion: StepCount.discussion)

  @OptionGroup var store: StoreOptions

  @OptionGroup var steps: StepCount

  func output(_ items: ItemAccess, style: OutputStyle) async throws -> String {
    try await items.handler().redo(steps.count).map { "redone: \(style.line($0))\n" }.joined()
  }
}
