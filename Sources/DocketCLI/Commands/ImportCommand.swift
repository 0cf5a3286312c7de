import ArgumentParser
import DocketData
import Foundation

/// `docket import`: imports items from a file.
struct ImportCommand: ItemCommand {
  static let commandName = "import"
  static let makesStore = true
  static let configuration = help(
    "Import items from a file, or from standard input.",
    """
    An item with the uid of one in the store updates that one; all others are added. Values that the file leaves out stay \
    as they are, in every format. An empty value, or null, clears a value, except those that every item has, such as its \
    state; a line of todo.txt clears nothing. How many items were updated although they had been changed here later \
    than the file says is reported on standard error.

    An import is one step for 'docket undo'. If anything in the file is invalid, nothing is changed, and the error has the \
    line and the column, in bytes. With --keep-going invalid items are left out, and so are parents that are missing or \
    would make an item its own sub-item, each with a line on standard error; the exit status is 65 then. A line of \
    todo.txt without a title is left out, and reported, in any case.

    Fields that an item has no place for are kept with it, found by a query such as extra.NAME:, and written back by an \
    export to the same format; those of JSON are left out. Their names and numbers are reported on standard error, and so \
    are records that are not items. The columns of CSV may have their usual other names, such as Task and Deadline; any \
    other column is kept. With --dry-run it is said what each one is taken for.

    What a file of Taskwarrior has as a deleted task is deleted here, with the rest of the import as one step, unless it \
    was changed here later; both numbers are reported on standard error.

    Without --format the file name extension decides: .json, .csv, .txt (todo.txt), .ics; standard input is JSON. The \
    output of 'task export' needs --format taskwarrior. CSV has commas, semicolons or tabs between its columns, as its \
    first line shows. Empty standard input is an error: the program that should have written it has probably failed.
    """)

  @OptionGroup var store: StoreOptions

  @Argument(help: ArgumentHelp("The file, or - for standard input.", valueName: "file"), completion: .file())
  var file: String

  @Option(help: "The format of the file.")
  var format: InterchangeFormat?

  @Flag(help: "Change nothing, and report what would be done.")
  private var dryRun = false

  @Flag(help: "Leave out invalid items, and import the rest.")
  private var keepGoing = false

  private var path: String? { file == "-" ? nil : file }

  var leavesNoStore: Bool { dryRun }
  var hasEffect: Bool { !dryRun }
  var isBulk: Bool { true }

  /// A longer file is read once only, as that takes its time.
  private static let maxRehearsed = 4 << 20

  func rehearse(_ items: ItemAccess) async throws {
    if path == nil { try InputFile.holdStandardInput() } else if !hasRegularFile { return }
    let input = try InputFile(path)
    guard let begin = input.position, let size = input.size, size <= Self.maxRehearsed else { return }
    _ = try await read(input, try await items.handler(), isRehearsal: true)
    input.goBack(to: begin)
  }

  /// Whether it can be opened twice, as a named pipe can't be; a missing file is reported later.
  private var hasRegularFile: Bool {
    var status = stat()
    return stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  func perform(_ items: ItemAccess, _ output: CommandOutput) async throws {
    // A missing file is reported before the format that its name suggests.
    let input = try InputFile(path)
    let (report, format) = try await read(input, try await items.handler())
    try output.write(summary(report))
    if dryRun, let notice = Notice.columns(report.columns, file: input.name) { StandardStreams.report(notice.line) }
    for notice in Notice.all(report, format, file: input.name, isDryRun: dryRun) { StandardStreams.report(notice.line) }
    try reportProblems(report, input)
  }

  private func read(
    _ input: InputFile, _ handler: @autoclosure () async throws -> DataHandler, isRehearsal: Bool = false
  ) async throws -> (ImportReport, InterchangeFormat) {
    let format = try InterchangeFormat(format, file: path, command: Self.commandName)
    let handler = try await handler()
    let report = try await read(input, format, handler, isRehearsal: isRehearsal)
    if input.isEmpty, path == nil || format != .todotxt { throw Failure.nothingToImport(input.name) }
    return (report, format)
  }

  private func read(
    _ input: InputFile, _ format: InterchangeFormat, _ handler: DataHandler, isRehearsal: Bool
  ) async throws -> ImportReport {
    let options = ImportOptions(isDryRun: dryRun || isRehearsal, keepsGoing: keepGoing)
    let progress = TransferProgress(isRehearsal ? "checking" : "importing", size: input.size)
    defer { progress?.clear() }
    let work = InterruptibleWork {
      progress?.clear()
      StandardStreams.report("docket: import: cancelled; nothing was changed\n")
    }
    do {
      return try await work.run {
        try await handler.importItems(
          { try input.read($0) }, format: format, options: options
        ) {
          if $0.isIndexing { work.willEnd() }
          progress?.show($0)
        }
      }
    } catch let error as InterchangeError {
      // What is wrong may be the column, and not the value.
      if dryRun, let notice = Notice.columns(error.columns, file: input.name) { StandardStreams.report(notice.line) }
      throw Failure(error, file: input.name, remedy: remedy(format, input))
    }
  }

  private func remedy(_ format: InterchangeFormat, _ input: InputFile) -> String {
    if format == .json, input.looksLikeTaskwarrior {
      return "nothing was imported; it looks like the output of 'task export': give '--format taskwarrior'"
    }
    let other = self.format == nil ? "if it is not \(format.rawValue) give '--format'" : "fix it"
    return "nothing was imported; \(other), or leave out what is wrong with '--keep-going'"
  }

  /// Reports what was left out, or imported without its parent.
  ///
  /// - Throws: `PartlyDone` if anything was.
  private func reportProblems(_ report: ImportReport, _ input: InputFile) throws {
    let lines = report.problems.map { Failure($0, file: input.name, remedy: "fix it and import what was left out") }
    for line in lines { StandardStreams.report(line.line) }
    let losses = [
      (report.leftOut, "left out"), (report.orphaned, "without a parent or an item to wait for that the file names"),
    ]
    .filter { $0.0 > 0 }
    guard !losses.isEmpty else { return }
    throw PartlyDone(
      failure: Failure(
        .badData, losses.map { "\($0) \($1)" }.joined(separator: ", "), place: input.name,
        remedy: "fix what is wrong and import what was left out"))
  }

  private func summary(_ report: ImportReport) -> String {
    let parts = [
      ("added", report.added), ("updated", report.updated), ("unchanged", report.unchanged),
      ("left out", report.leftOut),
    ]
    return (dryRun ? "would be " : "") + parts.map { "\($0) \($1)" }.joined(separator: ", ") + "\n"
  }
}
