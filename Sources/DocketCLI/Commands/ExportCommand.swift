import ArgumentParser
import DocketData
import Foundation

/// `docket export`: exports items to a file.
struct ExportCommand: ItemCommand {
  static let commandName = "export"
  static let configuration = help(
    "Export items to a file, or to standard output.",
    """
    Without a query all items are exported, in the order of their numbers; a query, as for 'docket list', needs a file \
    or - before it. JSON loses nothing. Fields that an import kept are written back to the format that they came from; \
    what another format has no place for is reported on standard error, by field and number.

    Without --format the file name extension decides: .json, .csv, .txt (todo.txt), .ics; standard output gets JSON. The \
    file appears, or replaces an older one, when it is complete; only you can read it. On a terminal you are asked before \
    a file that is not empty is replaced.

    If no item matches the query, the exit status is 1 and no file is created or replaced; standard output gets a file \
    without items.

    For Taskwarrior an export without a query also has the items that you deleted, as long as the journal knows them, so \
    that 'task import' deletes them too; their number is reported on standard error. The file has the titles of these \
    items, but not their notes, tags and other fields.
    """)

  @OptionGroup var store: StoreOptions

  @Argument(help: ArgumentHelp("The file, or - for standard output.", valueName: "file"), completion: .file())
  var file: String?
  @OptionGroup var words: QueryWords

  @Option(help: "The format of the file.")
  var format: InterchangeFormat?

  @Flag(help: "Replace a file without asking.")
  var yes = false

  private var path: String? { file == "-" ? nil : file }

  func validate() throws {
    guard let path, words.words.isEmpty, Self.readsAsQuery(path) else { return }
    throw ValidationError("'\(path)' reads as a query: put a file or - before it, or give a file as ./\(path)")
  }

  /// Whether a name without a folder and an extension looks like `is:open` or `#tag`.
  private static func readsAsQuery(_ path: String) -> Bool {
    guard !path.contains("/"), InterchangeFormat(fileName: path) == nil else { return false }
    return path.hasPrefix("#") || path.contains(":")
  }

  func perform(_ items: ItemAccess, _ output: CommandOutput) async throws {
    let format = try InterchangeFormat(format, file: path, command: Self.commandName)
    let query = try words.query(of: Self.commandName)
    let handler = try await items.handler()
    if let path { return try await write(path, handler, format, query, isOwnStore: items.isStore(path)) }
    let count = try await write(handler, format, query) { try output.writeText($0) }
    guard count == 0, !query.isEmpty else { return }
    await EmptyResult.explain(query, in: nil, handler, place: "docket \(Self.commandName)")
    throw NothingMatched()
  }

  private func write(
    _ path: String, _ handler: DataHandler, _ format: InterchangeFormat, _ query: ItemQuery, isOwnStore: Bool
  ) async throws {
    guard !isOwnStore else { throw Failure.isTheStore(path) }
    // A file that was imported from may have been written by hand.
    if !yes { try ReplacementQuestion(path, refusal: "nothing is exported", of: Self.self).ask() }
    let file = try OutputFile(path)
    let count = try await write(handler, format, query) { try file.writeText($0) }
    guard count > 0 || query.isEmpty else {
      await EmptyResult.explain(query, handler)
      throw Failure.nothingToExport(query.text, to: path)
    }
    try file.finish()
  }

  /// Exports the items, and returns their number.
  private func write(
    _ handler: DataHandler, _ format: InterchangeFormat, _ query: ItemQuery, to write: @Sendable (Data) throws -> Void
  ) async throws -> Int {
    let progress = TransferProgress("exporting", size: nil)
    defer { progress?.clear() }
    let report = try await handler.exportItems(
      format: format, options: ExportOptions(query: query), listener: { progress?.show($0) }, to: write)
    progress?.clear()
    for notice in [Notice(deletionsOf: report, file: path), Notice(report, format, file: path)].compactMap(\.self) {
      StandardStreams.report(notice.line)
    }
    return report.items
  }
}
