import ArgumentParser
import DocketData

/// `docket done`: mark items as done, all of them or none.
struct DoneCommand: TextCommand {
  static let commandName = "done"
  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Mark items as done, all of them or none.",
    discussion: "Of an item that comes again the next one is added, and its number is printed.")

  @OptionGroup var store: StoreOptions

  @OptionGroup var numbers: ItemNumbers

  func output(_ items: ItemAccess, style _: OutputStyle) async throws -> String {
    let handler = try await items.handler()
    let next = try await handler.completeItems(ids: numbers.identifiers(handler))
    return next.map { "\($0.primaryKey ?? 0)\n" }.joined()
  }
}
