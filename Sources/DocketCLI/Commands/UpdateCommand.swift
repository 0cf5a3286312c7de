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
      throw ValidationError("\(Self.nothingToChange): give an option such as '--title' or '--touch'")
    }
  }

  static let nothingToChange = "Nothing to change"

  func change(_ ids: [PersistentIdentifier], _ handler: DataHandler) async throws -> ItemsOutcome {
    var changes = try options.changes(handler)
    changes.title = title
    changes.addedNotes = appendNotes.isEmpty ? nil : appendNotes.joined(separator: "\n")
    changes.timestamp = touch ? Date() : nil
    changes.addedTags = tag.flatMap(\.added)
    changes.removedTags = tag.flatMap(\.removed)
    let before = try await Self.items(ids, handler)
    let subitems = try await handler.updateItems(ids: ids, changes)
    guard OutputStyle.reachesPerson else { return ItemsOutcome() }
    let after = (try? await Self.items(ids, handler)) ?? []
    let moved = subitems > 0 ? "moved with \(Quantity(subitems, "sub-item"))\n" : ""
    let doubts = Self.words(for: changes.doubtful, in: after)
    return ItemsOutcome(
      remarks: moved + Self.words(forSeriesOf: before, after) + doubts, unchanged: after.filter(before.contains))
  }

  /// More items are not looked at.
  private static let maxNamed = 10

  /// The items as they are, for what a person is told; none of many.
  private static func items(_ ids: [PersistentIdentifier], _ handler: DataHandler) async throws -> [ItemValues] {
    OutputStyle.reachesPerson && ids.count <= maxNamed ? try await handler.items(ids: ids) : []
  }

  /// What is hardly meant by the dates of items.
  private static func words(for doubts: Set<ItemDoubt>, in items: [ItemValues]) -> String {
    items.flatMap { item in
      item.doubts().filter(doubts.contains).map { "\(item.number) \($0.words)\n" }
    }.joined()
  }

  /// Tells of items for which another due date began a new series.
  private static func words(forSeriesOf before: [ItemValues], _ after: [ItemValues]) -> String {
    let earlier = Dictionary(before.map { ($0.number, $0) }) { first, _ in first }
    let moved = after.filter { new in
      guard let old = earlier[new.number], !old.isDone, old.rule?.isAfterCompletion == false else { return false }
      return new.rule != nil && new.dueAt != nil && old.dueAt != new.dueAt
    }
    let numbers = moved.map { String($0.number) }.joined(separator: ", ")
    return moved.isEmpty ? "" : "a new series begins at the new date: \(numbers)\n"
  }
}

extension ItemChanges {
  /// What the changes may have brought about.
  fileprivate var doubtful: Set<ItemDoubt> {
    Set(
      (start != nil || due != nil ? [.startsLate] : []) + (rule != nil ? [.hasEnded] : [])
        + (due != nil || rule != nil ? [.isOffRule] : []))
  }
}
