import ArgumentParser
import DocketData
import Foundation

/// `docket update`: changes items, all of them or none.
struct UpdateCommand: TextCommand {
  static let commandName = "update"
  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Change items, all of them or none.",
    discussion: "What no option names stays as it is. 'docket undo' takes all of it back.")

  @OptionGroup var store: StoreOptions

  @OptionGroup var numbers: ItemNumbers

  @Option(parsing: .unconditional, help: "The new title.")
  var title: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A tag to add, or with a dash before it to take off; give it again for another one.", valueName: "+tag|-tag"),
    transform: TagChange.value)
  var tag: [TagChange] = []

  @OptionGroup var options: ItemOptions

  @Flag(help: "Set updated to now, even if nothing else changes.")
  var touch = false

  func validate() throws {
    guard title != nil || !tag.isEmpty || touch || !options.isEmpty else {
      throw ValidationError("Nothing to change: give an option such as '--title' or '--touch'")
    }
  }

  func output(_ items: ItemAccess, style _: OutputStyle) async throws -> String {
    let handler = try await items.handler()
    try await handler.updateItems(ids: numbers.identifiers(handler), changes(handler))
    return ""
  }

  private func changes(_ handler: DataHandler) throws -> ItemChanges {
    var changes = try options.changes(handler)
    changes.title = title
    changes.timestamp = touch ? Date() : nil
    changes.addedTags = tag.filter { !$0.isRemoval }.map(\.name)
    changes.removedTags = tag.filter(\.isRemoval).map(\.name)
    return changes
  }
}
