import DocketData

// What import and export share.

extension InterchangeFormat {
  /// The requested format, or else the one that a file name suggests.
  ///
  /// - Parameter file: the path; nil for a standard stream, whose default format is JSON.
  /// - Throws: `Failure` with the status 64 if neither tells the format.
  init(_ format: InterchangeFormat?, file: String?, command: String) throws {
    if let format {
      self = format
    } else if let file {
      guard let guess = InterchangeFormat(fileName: file) else {
        throw Failure(
          .usage, "the file name does not tell the format", place: file,
          remedy: "give '--format' with \(Self.names), see 'docket help \(command)'")
      }
      self = guess
    } else {
      self = .json
    }
  }
}

/// The progress line of an import or export.
final class TransferProgress: Sendable {
  private let line: ProgressLine
  private let verb: String
  private let size: Int?
  private let begin = ContinuousClock.now

  /// - Parameter size: the number of bytes, if it is known.
  /// - Returns: nil if standard error is not a terminal.
  init?(_ verb: String, size: Int?) {
    guard let line = ProgressLine() else { return nil }
    self.line = line
    self.verb = verb
    self.size = size
  }

  func show(_ progress: InterchangeProgress) { line.show(isLast: progress.isIndexing) { text(progress) } }

  func clear() { line.clear() }

  private func text(_ progress: InterchangeProgress) -> String {
    if progress.isIndexing { return "\(verb): \(Quantity(progress.items, "item")), indexing" }
    let share = size.map { " (\($0 == 0 ? 100 : progress.bytes * 100 / $0) %)" } ?? ""
    return "\(verb): \(Quantity(progress.items, "item"))\(share), \(Rate(progress.items, since: begin))"
  }
}

extension Notice {
  /// What an import kept without a meaning here, what it left out, and what it skipped.
  static func all(
    _ report: ImportReport, _ format: InterchangeFormat, file: String, isDryRun: Bool
  ) -> [Notice] {
    [
      Notice(
        "kept, but not understood", report.kept, place: file,
        remedy: "an export with '--format \(format.rawValue)' writes it back"),
      Notice(
        "left out, as an item has no place for it", report.unread, place: file, remedy: "keep the file if you need it"),
      Notice(changedBefore: file, report.overtaken, isDryRun: isDryRun),
      Notice(deletedIn: file, report.deleted, isDryRun: isDryRun),
      Notice(changedAfterDeletionIn: file, report.changedLater, isDryRun: isDryRun),
      Notice("skipped, as they are not items", report.skipped, place: file, remedy: "keep the file if you need them"),
      Notice(
        "unknown time zones", report.unknownZones, place: file,
        remedy: "their times were read as local times; check them"),
    ].compactMap(\.self)
  }

  /// Which columns of a file are which of ours; nil for a format without columns.
  static func columns(_ columns: [ColumnUse], file: String) -> Notice? {
    guard !columns.isEmpty else { return nil }
    let known = columns.compactMap { use in use.column.map { "\(use.heading) as \($0)" } }
    let kept = columns.filter { $0.column == nil }.map(\.heading)
    let parts =
      ["columns read: " + known.joined(separator: ", ")]
      + (kept.isEmpty ? [] : ["kept under their headings: " + kept.joined(separator: ", ")])
    return Notice(
      what: parts.joined(separator: "; "), place: file,
      remedy: "another name in the first line changes what a column becomes")
  }

  /// What was updated although it had been changed here later than a file says; nil for nothing.
  private init?(changedBefore file: String, _ count: Int, isDryRun: Bool) {
    guard count > 0 else { return nil }
    self.init(
      what: "\(isDryRun ? "would be " : "")updated, though changed here later than there: \(Quantity(count, "item"))",
      place: file,
      remedy: isDryRun
        ? "import without '--dry-run' to update them" : "'docket undo' takes the whole import back")
  }

  /// What was deleted because it is deleted in a file; nil for nothing.
  private init?(deletedIn file: String, _ count: Int, isDryRun: Bool) {
    guard count > 0 else { return nil }
    self.init(
      what: "\(isDryRun ? "would be " : "")deleted here too: \(Quantity(count, "item"))", place: file,
      remedy: isDryRun ? "import without '--dry-run' to delete them" : "'docket undo' takes the whole import back")
  }

  /// What was not deleted although it is deleted in a file; nil for nothing.
  private init?(changedAfterDeletionIn file: String, _ count: Int, isDryRun: Bool) {
    guard count > 0 else { return nil }
    self.init(
      what: "\(isDryRun ? "would not be" : "not") deleted, as changed here later: \(Quantity(count, "item"))",
      place: file, remedy: "an export restores them there; 'docket delete' deletes them here")
  }

  /// What an export wrote of deleted items; nil for nothing.
  init?(deletionsOf report: ExportReport, file: String?) {
    guard report.deleted > 0 else { return nil }
    self.init(
      what: "written as deleted: \(Quantity(report.deleted, "item")) that you deleted here",
      place: file ?? "standard output",
      remedy: "'task import' deletes them there too; of what was deleted long ago nothing is known any more")
  }

  /// What an export left out; nil for nothing.
  init?(_ report: ExportReport, _ format: InterchangeFormat, file: String?) {
    self.init(
      "left out, as \(format.rawValue) has no place for it", report.leftOut, place: file ?? "standard output",
      remedy: "JSON has it, and the format that it came from")
  }

  private static let maxListLength = 40

  private init?(_ what: String, _ counts: [FieldCount], place: String, remedy: String) {
    guard !counts.isEmpty else { return nil }
    // A file may have any number of names.
    let more = counts.count > Self.maxListLength ? " and \(counts.count - Self.maxListLength) more" : ""
    let fields = counts.prefix(Self.maxListLength).map { "\($0.name) \($0.count)" }.joined(separator: ", ") + more
    self.init(what: "\(what): \(fields)", place: place, remedy: remedy)
  }
}

extension Failure {
  /// The failure for an error in a file, with its line and column.
  init(_ error: InterchangeError, file: String, remedy: String) {
    self.init(
      .badData, error.message.clause, place: "\(file):\(error.position.line):\(error.position.column)",
      remedy: remedy)
  }

  static func nothingToExport(_ query: String, to path: String) -> Failure {
    Failure(
      .noMatch, "no item matches “\(query)”", place: path,
      remedy: "nothing was written; see what there is with 'docket list'")
  }

  static func nothingToImport(_ file: String) -> Failure {
    Failure(.badData, "the file is empty", place: file, remedy: "nothing was imported; find out why it is empty")
  }

  static func isTheStore(_ path: String) -> Failure {
    Failure(.cannotCreate, "this is the store itself", place: path, remedy: "choose another file")
  }
}
