import ArgumentParser
import DataProvider
import Foundation

/// `docket backup`: a copy of the store that holds together.
struct BackupCommand: TextCommand {
  static let commandName = "backup"
  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Copy the store into a new file, whatever is being written meanwhile.",
    discussion: "The copy is a store: look at it with --store FILE, and put it in the place of a damaged one.")

  @OptionGroup var store: StoreOptions

  @Argument(
    help: ArgumentHelp("The file to make; one that is there is never replaced.", valueName: "file"), completion: .file()
  )
  var file: String

  func output(_ items: ItemAccess, style _: OutputStyle) async throws -> String {
    try await items.container().copyStore(to: URL(fileURLWithPath: file))
    return ""
  }
}
