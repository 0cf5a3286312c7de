import ArgumentParser
import DocketData

/// `docket delete`: deletes items, all of them or none.
struct DeleteCommand: TextCommand {
  static let commandName = "delete"
  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Delete items, all of them or none.",
    discussion: "The sub-items of an item go with it. 'docket undo' brings all of them back.")

  @OptionGroup var store: StoreOptions

  @OptionGroup var numbers: ItemNumbers

  func output(_ items: ItemAccess, style _: OutputStyle) async throws -> String {
    let handler = try await items.handler()
    try await handler.deleteItems(ids: numbers.identifiers(handler))
    return ""
  }
}
