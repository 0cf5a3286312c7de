import ArgumentParser
import DocketData

/// `docket check`: whether the store holds together.
struct CheckCommand: TextCommand {
  static let commandName = "check"
  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Look through the whole store for damage.",
    discussion: "Without damage it prints one line; with damage it says what is wrong, with the exit status 65.")

  @OptionGroup var store: StoreOptions

  func output(_ items: ItemAccess, style: OutputStyle) async throws -> String {
    let problems = try await items.container().storeProblems()
    guard let first = problems.first else { return "\(style.line(items.name)): all is well\n" }
    let others = problems.count > 1 ? ", and \(problems.count - 1) more" : ""
    throw Failure(
      .badData, "the store is damaged: \(first)\(others)", place: items.name,
      remedy: Failure.salvaging(items.name))
  }
}
