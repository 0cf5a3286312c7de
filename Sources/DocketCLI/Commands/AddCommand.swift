import ArgumentParser
import DataProvider
import Foundation

/// `docket add`: adds one item.
struct AddCommand: TextCommand {
  static let commandName = "add"
  static let makesStore = true
  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Add an item and print its number.",
    discussion: """
      The words are joined by single spaces. #tag, !high, @tomorrow, >List and every:week among them say the same as the \
      options; a backslash before one of them, or --literal, makes it a part of the title. Put -- before a title that \
      starts with a dash.
      """)

  @OptionGroup var store: StoreOptions

  @Argument(help: ArgumentHelp("What the item is about.", valueName: "title"))
  var words: [String]

  @Option(parsing: .unconditional, help: "What else there is to say.")
  var notes: String?

  @Option(parsing: .unconditionalSingleValue, help: "A tag; give it again for another one.")
  var tag: [String] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("When it is due: \(DueDate.help).", valueName: "date"))
  var due: DueDate?

  @Option(help: "How much it matters: none, low, medium or high.")
  var priority: Priority?

  @Option(parsing: .unconditional, help: "The list it goes to, which is made if there is none.")
  var list: String?

  @Option(help: ArgumentHelp("How it comes again once it is done: \(Repetition.help).", valueName: "interval"))
  var every: Repetition?

  @Option(parsing: .unconditional, help: ArgumentHelp("The item that it is a part of.", valueName: "id"))
  var parent: ItemNumber?

  @Flag(help: "Take the words as they are.")
  var literal = false

  func output(_ items: ItemAccess, style _: OutputStyle) async throws -> String {
    let handler = try await items.handler()
    let identifier = try await handler.newItem(newItem(handler))
    return "\(identifier.primaryKey ?? 0)\n"
  }

  private func newItem(_ handler: DataHandler) throws -> NewItem {
    let line = words.joined(separator: " ")
    var item = literal ? NewItem(title: line) : QuickAdd(line).newItem()
    if let notes { item.notes = notes }
    if let due { item.dueAt = due.date }
    if let priority { item.priority = priority }
    if let list { item.list = list }
    if let every { item.recurrence = every.recurrence }
    if let parent { item.parent = .item(try handler.identifier(number: parent.value)) }
    item.tags += tag
    return item
  }
}
