import ArgumentParser
import DocketData

/// `docket redo`: carry out again what was undone last, and say what it was.
struct RedoCommand: ItemCommand {
  static let commandName = "redo"
  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Carry out again what was undone last, and say what it was.",
    discussion: StepCount.discussion)

  @OptionGroup var store: StoreOptions

  @OptionGroup var steps: StepCount

  func perform(_ items: ItemAccess, _ output: CommandOutput) async throws {
    let words = try await items.handler().redo(steps.count)
    try output.write(words.map { "redone: \(output.style.line($0))\n" }.joined())
    try steps.requireAll(words.count, "redone", place: items.name)
  }
}
