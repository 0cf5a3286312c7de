import ArgumentParser
import DocketData

/// `docket reopen`: mark items as open again, all of them or none.
struct ReopenCommand: TextCommand {
  static let commandName = "reopen"
  static let configuration = CommandConfiguration(
    commandName: commandName, abstract: "Mark items as open again, all of them or none.")

  @OptionGroup var store: StoreOptions

  @OptionGroup var numbers: ItemNumbers

  func output(_ items: ItemAccess, style _: OutputStyle) async throws -> String {
    let handler = try await items.handler()
    try await handler.reopenItems(ids: numbers.identifiers(handler))
    return ""
  }
}
