import ArgumentParser
import DocketData

/// `docket undo`: undo the last changes, of earlier days too, and say what was undone.
struct UndoCommand: ItemCommand {
  static let commandName = "undo"
  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Undo the last changes, of earlier days too, and say what was undone.",
    discussion: StepCount.discussion)

  @OptionGroup var store: StoreOptions

  @OptionGroup var steps: StepCount

  func perform(_ items: ItemAccess, _ output: CommandOutput) async throws {
    let words = try await items.handler().undo(steps.count)
    try output.write(words.map { "undone: \(output.style.line($0))\n" }.joined())
    try steps.requireAll(words.count, "undone", place: items.name)
  }
}
