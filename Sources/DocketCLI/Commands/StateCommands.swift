import ArgumentParser
import DocketData
import SwiftData

/// A command that changes items by their numbers, all of them or none.
protocol NumbersCommand: TextCommand {
  var numbers: ItemNumbers { get }

  /// Changes items in one transaction, and returns the identifiers of new ones, whose numbers are printed.
  func change(_ ids: [PersistentIdentifier], _ handler: DataHandler) async throws -> [PersistentIdentifier]
}

extension NumbersCommand {
  var hasEffect: Bool { true }

  func output(_ items: ItemAccess, style _: OutputStyle) async throws -> String {
    let handler = try await items.handler()
    return try await change(numbers.identifiers(handler), handler).lines
  }
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
  static let configuration = help(
    "Mark items as done, all of them or none.",
    "For a repeating item the next one is added, and its number is printed.")

  @OptionGroup var store: StoreOptions
  @OptionGroup var numbers: ItemNumbers

  func change(_ ids: [PersistentIdentifier], _ handler: DataHandler) async throws -> [PersistentIdentifier] {
    try await handler.completeItems(ids: ids)
  }
}

/// `docket reopen`: marks items as open again.
struct ReopenCommand: NumbersCommand {
  static let commandName = "reopen"
  static let configuration = help("Mark items as open again, all of them or none.")

  @OptionGroup var store: StoreOptions
  @OptionGroup var numbers: ItemNumbers

  func change(_ ids: [PersistentIdentifier], _ handler: DataHandler) async throws -> [PersistentIdentifier] {
    try await handler.reopenItems(ids: ids)
    return []
  }
}

/// `docket skip`: moves repeating items to their next dates.
struct SkipCommand: NumbersCommand {
  static let commandName = "skip"
  static let configuration = help(
    "Move repeating items to their next dates, all of them or none.",
    """
    Nothing is marked as done, and no item is added. The sub-items of an item come along, open again. An item that does \
    not repeat, is done, or is the last one of its series is an error.
    """)

  @OptionGroup var store: StoreOptions
  @OptionGroup var numbers: ItemNumbers

  func change(_ ids: [PersistentIdentifier], _ handler: DataHandler) async throws -> [PersistentIdentifier] {
    try await handler.skipItems(ids: ids)
    return []
  }
}

/// `docket end`: ends the series of items.
struct EndCommand: NumbersCommand {
  static let commandName = "end"
  static let configuration = help(
    "End the series of repeating items, all of them or none.",
    "The items stay, with their due dates, and are the last ones. 'docket update --every' lets them repeat again.")

  @OptionGroup var store: StoreOptions
  @OptionGroup var numbers: ItemNumbers

  func change(_ ids: [PersistentIdentifier], _ handler: DataHandler) async throws -> [PersistentIdentifier] {
    try await handler.endSeries(ids: ids)
    return []
  }
}

/// `docket delete`: deletes items and their sub-items.
struct DeleteCommand: NumbersCommand {
  static let commandName = "delete"
  static let configuration = help(
    "Delete items, all of them or none.",
    "The sub-items of an item are deleted with it. 'docket undo' restores all of them.")

  @OptionGroup var store: StoreOptions
  @OptionGroup var numbers: ItemNumbers

  func change(_ ids: [PersistentIdentifier], _ handler: DataHandler) async throws -> [PersistentIdentifier] {
    try await handler.deleteItems(ids: ids)
    return []
  }
}
