import ArgumentParser
import DocketData

/// `docket show`: one item, whole.
struct ShowCommand: TextCommand {
  static let commandName = "show"
  static let configuration = CommandConfiguration(
    commandName: commandName, abstract: "Show one item with everything there is about it.",
    discussion: "Each line is a name and a value; in a pipe there is a tab between them, and the times are UTC.")

  @OptionGroup var store: StoreOptions

  @Argument(help: ArgumentHelp("The item's number.", valueName: "id"), transform: ItemNumber.value)
  var number: ItemNumber

  @Flag(help: "Print a JSON object.")
  var json = false

  func output(_ items: ItemAccess, style: OutputStyle) async throws -> String {
    let handler = try await items.handler()
    let item = try await handler.item(id: handler.identifier(number: number.value))
    return json ? ItemJSON.object(item) + "\n" : ItemDetails(style: style).text(item)
  }
}
