import ArgumentParser
import DataProvider

/// `docket add`: adds one item.
struct AddCommand: ItemCommand {
  static let commandName = "add"
  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Add an item and print its number.",
    discussion: "The words are joined by single spaces. Put -- before a title that starts with a dash.")

  @OptionGroup var store: StoreOptions

  @Argument(help: ArgumentHelp("What the item is about.", valueName: "title"))
  var words: [String]

  func output(_ items: ItemAccess, style _: OutputStyle) async throws -> String {
    let title = words.joined(separator: " ")
    let identifier = try await items.handler().newItem(title: title)
    return "\(identifier.primaryKey ?? 0)\n"
  }
}
