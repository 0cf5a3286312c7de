import ArgumentParser
import DocketData
import DocketOutput
import SwiftData

/// A command that changes items by their numbers or by a query, all of them or none.
protocol NumbersCommand: TextCommand {
  /// What it does to items, as a verb for people.
  static var verb: String { get }
  /// What it has done to items: "skipped".
  static var participle: String { get }
  /// Whether the items are gone afterwards.
  static var deletesItems: Bool { get }
  /// The state of the items that a query may find; nil for any.
  static var state: ItemState? { get }
  /// Finds the items that it does not change, and says why: "was done already"; nil if it changes all.
  static var unchanged: (isIt: @Sendable (ItemValues) -> Bool, words: String)? { get }
  var numbers: ItemNumbers { get }

  /// Changes items in one transaction.
  func change(_ ids: [PersistentIdentifier], _ handler: DataHandler) async throws -> ItemsOutcome
}

/// What became of items that a command changed.
struct ItemsOutcome: Sendable {
  /// New items, whose numbers are printed; a terminal is told what they are.
  var new: [PersistentIdentifier] = []
  /// Lines for a person, below what was changed: on standard output if that is a terminal, else on standard error.
  var remarks = ""
  /// Items that stayed as they were, as far as a person is told of them.
  var unchanged: [ItemValues] = []
}

extension NumbersCommand {
  static var verb: String { commandName }
  static var deletesItems: Bool { false }
  static var state: ItemState? { nil }
  static var unchanged: (isIt: @Sendable (ItemValues) -> Bool, words: String)? { nil }
  var hasEffect: Bool { true }

  func output(_ items: ItemAccess, style: OutputStyle) async throws -> String {
    let handler = try await items.handler()
    for _ in 1..<Self.maxTries {
      do {
        return try await output(handler, style)
      } catch ItemError.noSuchItem where numbers.query != nil {
        // Somebody has deleted one that the query had found, and nothing was changed: it is asked again.
      }
    }
    return try await output(handler, style)
  }

  private static var maxTries: Int { 10 }

  private func output(_ handler: DataHandler, _ style: OutputStyle) async throws -> String {
    let ids = try await numbers.identifiers(handler, of: Self.self)
    let foundUnchanged = try await Self.unchangedItems(ids, handler)
    let changed =
      style == .terminal
      ? try await ChangedItems(ids, areDeleted: Self.deletesItems, Self.participle, handler) : nil
    let outcome = try await change(ids, handler)
    let unchanged = foundUnchanged + outcome.unchanged
    let remarks = outcome.remarks + unchanged.map(Self.words(forUnchanged:)).joined()
    guard let lines = await changed?.lines(handler, without: unchanged) else {
      StandardStreams.report(remarks)
      return outcome.new.lines
    }
    return lines + (await Self.words(for: outcome.new, handler)) + remarks
  }

  private static func words(forUnchanged item: ItemValues) -> String {
    VisibleText.marked("nothing changed: \(item.number) “\(item.title)” \(unchanged?.words ?? "is as it was")") + "\n"
  }

  /// The items that do not change, which a person at a terminal is told; none for other output, or for many items.
  private static func unchangedItems(
    _ ids: [PersistentIdentifier], _ handler: DataHandler
  ) async throws -> [ItemValues] {
    guard let unchanged, ids.count <= maxTold, OutputStyle.reachesPerson else { return [] }
    return try await handler.items(ids: ids).filter(unchanged.isIt)
  }

  /// A line for each new item, as `docket add` has it.
  private static func words(for next: [PersistentIdentifier], _ handler: DataHandler) async -> String {
    // What was done stays done, whether this can be read or not.
    let items = (try? await handler.items(ids: Array(next.prefix(maxTold)))) ?? []
    let more = next.count - items.count
    let lines = items.map { "next: " + ItemLine($0).text(width: TerminalColumns.current.map { $0 - 6 }) }.joined()
    return lines + (more > 0 ? "next: \(Quantity(more, items.isEmpty ? "item" : "more item"))\n" : "")
  }

  /// With more items than these, those that do not change are not named.
  private static var maxTold: Int { 10 }
}

enum NumbersCommands {
  static let names: Set<String> = [
    DoneCommand.commandName, ReopenCommand.commandName, DeleteCommand.commandName, UpdateCommand.commandName,
    SkipCommand.commandName, EndCommand.commandName,
  ]
}

/// `docket done`: marks items as done.
struct DoneCommand: NumbersCommand {
  static let commandName = "done"
  static let participle = "done"
  static let verb = "complete"
  static let state: ItemState? = .open
  static var unchanged: (isIt: @Sendable (ItemValues) -> Bool, words: String)? { ({ $0.isDone }, "was done already") }
  static let configuration = help(
    "Mark items as done, all of them or none.",
    """
    For a repeating item the next one is added, and its number is printed; a terminal is told what it is, how many \
    sub-items are still open, and which items waited for them and are ready now.
    """)

  @OptionGroup var store: StoreOptions
  @OptionGroup var numbers: ItemNumbers

  func change(_ ids: [PersistentIdentifier], _ handler: DataHandler) async throws -> ItemsOutcome {
    let date = Date()
    let change = try await handler.markItems(ids: ids, areDone: true, at: date)
    var outcome = ItemsOutcome(new: change.next)
    guard OutputStyle.reachesPerson else { return outcome }
    // What was done stays done, whether this can be read or not.
    let subitems = (try? await handler.openSubitemCount(underDone: ids, at: date)) ?? 0
    if subitems > 0 { outcome.remarks = "still open: \(Quantity(subitems, "sub-item"))\n" }
    outcome.remarks += Self.words(forLast: change.last)
    outcome.remarks += Self.words(forReady: (try? await handler.itemsReady(afterDoing: ids, at: date)) ?? [])
    return outcome
  }

  private static let maxTold = 10

  /// A line that tells a person what repeats no more.
  private static func words(forLast last: [PersistentIdentifier]) -> String {
    let numbers = last.prefix(maxTold).compactMap { $0.primaryKey.map(String.init) }.joined(separator: ", ")
    let more = last.count > maxTold ? " and \((last.count - maxTold).grouped) more" : ""
    return last.isEmpty ? "" : "the last of \(last.count == 1 ? "its" : "their") series: \(numbers)\(more)\n"
  }

  /// Lines that tell a person what can be done now.
  private static func words(forReady ready: [ItemValues]) -> String {
    let lines = ready.prefix(maxTold).map { VisibleText.marked("ready now: \($0.number) \($0.title)") + "\n" }
    let more = ready.count - maxTold
    return lines.joined() + (more > 0 ? "ready now: \(more.grouped) more; see 'docket list is:ready'\n" : "")
  }
}

/// `docket reopen`: marks items as open again.
struct ReopenCommand: NumbersCommand {
  static let commandName = "reopen"
  static let participle = "reopened"
  static let state: ItemState? = .done
  static var unchanged: (isIt: @Sendable (ItemValues) -> Bool, words: String)? { ({ !$0.isDone }, "was open already") }
  static let configuration = help("Mark items as open again, all of them or none.")

  @OptionGroup var store: StoreOptions
  @OptionGroup var numbers: ItemNumbers

  func change(_ ids: [PersistentIdentifier], _ handler: DataHandler) async throws -> ItemsOutcome {
    try await handler.reopenItems(ids: ids)
    return ItemsOutcome()
  }
}

/// `docket skip`: moves repeating items to their next dates.
struct SkipCommand: NumbersCommand {
  static let commandName = "skip"
  static let participle = "skipped"
  static let configuration = help(
    "Move repeating items to their next dates, all of them or none.",
    """
    Nothing is marked as done, and no item is added. The sub-items of an item come along, open again. An item that does \
    not repeat, is done, or is the last one of its series is an error.
    """)

  @OptionGroup var store: StoreOptions
  @OptionGroup var numbers: ItemNumbers

  func change(_ ids: [PersistentIdentifier], _ handler: DataHandler) async throws -> ItemsOutcome {
    try await handler.skipItems(ids: ids)
    return ItemsOutcome()
  }
}

/// `docket end`: ends the series of items.
struct EndCommand: NumbersCommand {
  static let commandName = "end"
  static let participle = "ended"
  static let configuration = help(
    "End the series of repeating items, all of them or none.",
    """
    The items stay, with their due dates, and are the last ones. 'docket update --every' lets them repeat again. An item \
    that does not repeat is an error.
    """)

  @OptionGroup var store: StoreOptions
  @OptionGroup var numbers: ItemNumbers

  func change(_ ids: [PersistentIdentifier], _ handler: DataHandler) async throws -> ItemsOutcome {
    try await handler.endSeries(ids: ids, ofAll: true)
    return ItemsOutcome()
  }
}

/// `docket delete`: deletes items and their sub-items.
struct DeleteCommand: NumbersCommand {
  static let commandName = "delete"
  static let participle = "deleted"
  static let deletesItems = true
  static let configuration = help(
    "Delete items, all of them or none.",
    "The sub-items of an item are deleted with it. 'docket undo' restores all of them.")

  @OptionGroup var store: StoreOptions
  @OptionGroup var numbers: ItemNumbers

  func change(_ ids: [PersistentIdentifier], _ handler: DataHandler) async throws -> ItemsOutcome {
    try await handler.deleteItems(ids: ids)
    return ItemsOutcome()
  }
}
