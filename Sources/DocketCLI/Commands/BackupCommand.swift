import ArgumentParser
import DocketData
import Foundation

/// `docket backup`: a copy of the store that holds together.
struct BackupCommand: TextCommand {
  static let commandName = "backup"
  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Copy the store into a new file, whatever is being written meanwhile.",
    discussion: """
      The copy is a store: look at it with --store FILE. To go back to it, end every docket, move the old store away together \
      with the files beside it whose names end in -wal and -shm, and move the copy to its place.
      """)

  @OptionGroup var store: StoreOptions

  @Argument(
    help: ArgumentHelp("The file to make; one that is there is never replaced.", valueName: "file"), completion: .file()
  )
  var file: String

  func output(_ items: ItemAccess, style _: OutputStyle) async throws -> String {
    let copy = URL(fileURLWithPath: file)
    try await Failure.ofNewFile(copy) { try await items.container().copyStore(to: copy) }
    return ""
  }
}
