import ArgumentParser
import DataProvider
import Foundation

/// `docket update`: changes items, all of them or none.
struct UpdateCommand: ItemCommand {
  static let commandName = "update"
  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Change items, all of them or none.")

  @OptionGroup var store: StoreOptions

  @Argument(help: ArgumentHelp("The items' numbers.", valueName: "id"))
  var numbers: [ItemNumber]

  @Option(parsing: .unconditional, help: "The new title.")
  var title: String?

  @Flag(help: "Set the timestamp to now.")
  var touch = false

  func validate() throws {
    guard title != nil || touch else { throw ValidationError("Nothing to change: give '--title', '--touch' or both") }
  }

  func output(_ items: ItemAccess, style _: OutputStyle) async throws -> String {
    let handler = try await items.handler()
    let identifiers = try handler.identifiers(numbers)
    try await handler.updateItems(
      ids: identifiers, ItemChanges(title: title, timestamp: touch ? Date() : nil))
    return ""
  }
}
