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
    let series = changes.due == nil || !OutputStyle.reachesPerson ? [] : try await Self.series(among: ids, handler)
    let subitems = try await handler.updateItems(ids: ids, changes)
    guard OutputStyle.reachesPerson else { return ItemsOutcome() }
    let moved = subitems > 0 ? "moved with \(Quantity(subitems, "sub-item"))\n" : ""
    let doubts = await Self.words(for: changes.doubtful, in: ids, handler)
    return ItemsOutcome(remarks: moved + (await Self.words(for: series, handler)) + doubts)
  }

  /// More items are not looked at.
  private static let maxNamed = 10

  /// The items of which another due date begins a new series; none of many.
  private static func series(among ids: [PersistentIdentifier], _ handler: DataHandler) async throws -> [ItemValues] {
    guard ids.count <= maxNamed else { return [] }
    return try await handler.items(ids: ids).filter { !$0.isDone && $0.rule?.isAfterCompletion == false }
  }

  /// What is hardly meant by the dates of items; nothing for many.
  private static func words(
    for doubts: Set<ItemDoubt>, in ids: [PersistentIdentifier], _ handler: DataHandler
  ) async -> String {
    guard !doubts.isEmpty, ids.count <= maxNamed, let items = try? await handler.items(ids: ids) else { return "" }
    return items.flatMap { item in
      item.doubts().filter(doubts.contains).map { "\(item.number) \($0.words)\n" }
    }.joined()
  }

  /// - Parameter before: the items as they were.
  private static func words(for before: [ItemValues], _ handler: DataHandler) async -> String {
    guard let items = try? await handler.items(ids: before.map(\.id)) else { return "" }
    let moved = zip(before, items).filter { $0.dueAt != $1.dueAt && $1.dueAt != nil && $1.rule != nil }
    let numbers = moved.map { String($1.number) }.joined(separator: ", ")
    return moved.isEmpty ? "" : "a new series begins at the new date: \(numbers)\n"
  }
}

extension ItemChanges {
  /// What the changes may have brought about.
  fileprivate var doubtful: Set<ItemDoubt> {
    Set((start != nil || due != nil ? [.startsLate] : []) + (rule != nil ? [.hasEnded] : []))
  }
}
