import ArgumentParser
import DataProvider
import Foundation

/// `docket update`: changes items, all of them or none.
struct UpdateCommand: TextCommand {
  static let commandName = "update"
  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Change items, all of them or none.")

  @OptionGroup var store: StoreOptions

  @OptionGroup var numbers: ItemNumbers

  @Option(parsing: .unconditional, help: "The new title.")
  var title: String?

  @Option(parsing: .unconditional, help: "The new notes.")
  var notes: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A tag to add, or with a dash before it to take off; give it again for another one.", valueName: "+tag|-tag"))
  var tag: [TagChange] = []

  @Option(
    parsing: .unconditional, help: ArgumentHelp("When they are due: \(DueDate.help), or none.", valueName: "date"))
  var due: DueDate?

  @Option(help: "How much they matter: none, low, medium or high.")
  var priority: Priority?

  @Option(parsing: .unconditional, help: "The list they go to, which is made if there is none; or none.")
  var list: String?

  @Option(
    help: ArgumentHelp("How they come again once they are done: \(Repetition.help), or none.", valueName: "interval"))
  var every: Repetition?

  @Option(parsing: .unconditional, help: ArgumentHelp("The item that they become a part of, or none.", valueName: "id"))
  var parent: OptionalNumber?

  @Flag(help: "Set the timestamp to now.")
  var touch = false

  func validate() throws {
    let options: [Any?] = [title, notes, due, priority, list, every, parent]
    guard options.contains(where: { $0 != nil }) || !tag.isEmpty || touch else {
      throw ValidationError("Nothing to change: give an option such as '--title' or '--touch'")
    }
  }

  func output(_ items: ItemAccess, style _: OutputStyle) async throws -> String {
    let handler = try await items.handler()
    try await handler.updateItems(ids: numbers.identifiers(handler), changes(handler))
    return ""
  }

  private func changes(_ handler: DataHandler) throws -> ItemChanges {
    let parent = try parent.map { try $0.number.map { try handler.identifier(number: $0.value) } }
    return ItemChanges(
      title: title, notes: notes, timestamp: touch ? Date() : nil, priority: priority,
      due: due.map { Replacement($0.date) }, recurrence: every.map { Replacement($0.recurrence) },
      list: list.map { Replacement($0.lowercased() == "none" ? nil : $0) }, parent: parent.map { Replacement($0) },
      addedTags: tag.filter { !$0.isRemoval }.map(\.name), removedTags: tag.filter(\.isRemoval).map(\.name))
  }
}
