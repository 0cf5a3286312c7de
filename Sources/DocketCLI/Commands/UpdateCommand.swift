import ArgumentParser
import DocketData
import Foundation
import SwiftData

/// `docket update`: changes the values of items.
struct UpdateCommand: NumbersCommand {
  static let commandName = "update"
  static let verb = "change"
  static let participle = "changed"
  static let configuration = help(
    "Change items, all of them or none.",
    """
    Values without an option stay as they are. To another list an item takes the sub-items along that are where it was. \
    'docket undo' undoes all of it.
    """)

  @OptionGroup var store: StoreOptions
  @OptionGroup var numbers: ItemNumbers

  @Option(parsing: .unconditional, help: "The new title.")
  var title: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A tag to add, or to remove with a dash before it; or several with commas between them. May be repeated.",
      valueName: "+tag|-tag"),
    completion: ItemCompletion.tags,
    transform: TagChange.value)
  var tag: [TagChange] = []
  @OptionGroup var options: ItemOptions

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Lines to add below the notes; may be repeated.", valueName: "text"))
  var appendNotes: [String] = []

  @Flag(help: "Set updated to now, even if nothing else changes.")
  var touch = false

  func validate() throws {
    guard title != nil || !tag.isEmpty || touch || !appendNotes.isEmpty || !options.isEmpty else {
      throw ValidationError("Nothing to change: give an option such as '--title' or '--touch'")
    }
  }

  func change(_ ids: [PersistentIdentifier], _ handler: DataHandler) async throws -> ItemsOutcome {
    var changes = try options.changes(handler)
    changes.title = title
    changes.addedNotes = appendNotes.isEmpty ? nil : appendNotes.joined(separator: "\n")
    changes.timestamp = touch ? Date() : nil
    changes.addedTags = tag.flatMap(\.added)
    changes.removedTags = tag.flatMap(\.removed)
    let subitems = try await handler.updateItems(ids: ids, changes)
    guard OutputStyle.reachesPerson else { return ItemsOutcome() }
    let moved = subitems > 0 ? "moved with \(Quantity(subitems, "sub-item"))\n" : ""
    let series = changes.due == nil ? "" : await Self.words(forSeriesOf: ids, handler)
    return ItemsOutcome(remarks: moved + series)
  }

  /// More items are not looked at.
  private static let maxNamed = 10

  /// What is said of items that repeat, whose next dates are another due date's.
  private static func words(forSeriesOf ids: [PersistentIdentifier], _ handler: DataHandler) async -> String {
    guard ids.count <= maxNamed, let items = try? await handler.items(ids: ids) else { return "" }
    let repeating = items.filter { $0.rule != nil && $0.dueAt != nil && !$0.isDone }
    if repeating.isEmpty { return "" }
    let numbers = repeating.map { String($0.number) }.joined(separator: ", ")
    return "the series goes on from the new date: \(numbers)\n"
  }
}
