import DocketLocking
import Foundation
import SwiftData

extension DataHandler {
  /// Imports a file: an item with the `uid` of one in the store changes that one, all others are added.
  ///
  /// An import is one transaction and one step of the journal: all of it, or nothing. Other writers wait meanwhile.
  ///
  /// - Parameters:
  ///   - read: returns at most so many further bytes, none at the end; called on a thread of its own.
  ///   - listener: receives the progress after each few thousand items; if it throws, the import ends.
  /// - Throws: `InterchangeError` for the first problem, unless `keepsGoing`; what `read` and `listener` throw. Nothing
  ///   is changed then.
  /// - Complexity: memory does not grow with the file, except for 16 bytes for each item.
  public func importItems(
    _ read: @escaping @Sendable (Int) throws -> Data, format: InterchangeFormat,
    options: ImportOptions = ImportOptions(), listener: InterchangeListener? = nil
  ) throws -> ImportReport {
    var report = ImportReport()
    do {
      try perform(at: options.now) { recorder in
        let run = try ImportRun(self, format, options, recorder)
        let pipeline = ImportPipeline(format, options, read)
        defer { pipeline.cancel() }
        report = try run.report(pipeline, listener)
        if options.isDryRun { throw DryRun() }
        return (StepDescription("import \(Quantity(report.added + report.updated, "item"))"), ())
      }
    } catch is DryRun {}
    return report
  }

  /// Imports a file that is in memory.
  public func importItems(
    _ data: Data, format: InterchangeFormat, options: ImportOptions = ImportOptions(),
    listener: InterchangeListener? = nil
  ) throws -> ImportReport {
    let rest = Lock(data[...])
    return try importItems(
      { count in
        rest.withLock { rest in
          defer { rest = rest.dropFirst(count) }
          return Data(rest.prefix(count))
        }
      }, format: format, options: options, listener: listener)
  }
}

private struct DryRun: Error {}

extension DataHandler {
  /// Exports items.
  ///
  /// - Parameter listener: receives the progress after each few thousand items; if it throws, the export ends.
  /// - Throws: what `write` and `listener` throw.
  /// - Complexity: memory does not grow with the store, except for eight bytes for each item.
  @discardableResult
  public func exportItems(
    format: InterchangeFormat, options: ExportOptions = ExportOptions(), listener: InterchangeListener? = nil,
    to write: (Data) throws -> Void
  ) throws -> ExportReport {
    // The first line of CSV has all columns.
    let columns = format == .csv ? try foreignColumns(of: options.query) : []
    var file = ExportedFile(format: format, writer: format.writer(options, columns: columns), listener: listener)
    try file.append(file.begin(), to: write)
    try enumerateItems(options) { try file.append($0, to: write) }
    try file.append(file.end(), to: write)
    try file.flush(to: write)
    return file.report
  }

  /// Calls a closure for each item, with a few thousand of them in memory at a time.
  ///
  /// - Returns: the number of items.
  /// - Throws: what `body` throws.
  /// - Complexity: memory does not grow with the store, except for eight bytes for each item.
  @discardableResult
  public func enumerateItems(
    _ options: ExportOptions = ExportOptions(), _ body: (ItemValues) throws -> Void
  ) throws -> Int {
    var count = 0
    let items = FetchDescriptor<Item>.items(
      matching: options.query, order: options.order, limit: options.limit,
      weights: options.weights)
    try modelContext.enumerate(items, batchSize: Self.enumerationBatch) { item in
      try body(ItemValues(item))
      count += 1
    }
    return count
  }

  private static let enumerationBatch = 2_000
}

/// A file while it is written, a piece at a time.
private struct ExportedFile {
  private static let pieceSize = 1 << 16
  private static let itemsBetweenReports = 2_000

  private let format: InterchangeFormat
  private var writer: any ItemWriter
  private let listener: InterchangeListener?
  private var items = 0
  /// How many kept fields of other formats were left out, by name.
  private var leftOut: [String: Int] = [:]
  private var bytes = 0
  private var piece = Data()

  init(format: InterchangeFormat, writer: any ItemWriter, listener: InterchangeListener?) {
    self.format = format
    self.writer = writer
    self.listener = listener
  }

  var report: ExportReport { ExportReport(items: items, leftOut: FieldCount.sorted(leftOut)) }

  mutating func begin() -> String { writer.begin() }
  mutating func end() -> String { writer.end() }

  mutating func append(_ item: ItemValues, to write: (Data) throws -> Void) throws {
    try append(writer.text(of: item), to: write)
    item.extra?.countLeftOut(in: format, into: &leftOut)
    items += 1
    if items % Self.itemsBetweenReports == 0 { try listener?(InterchangeProgress(items: items, bytes: bytes)) }
  }

  mutating func append(_ text: String, to write: (Data) throws -> Void) throws {
    piece.append(contentsOf: text.utf8)
    if piece.count >= Self.pieceSize { try flush(to: write) }
  }

  mutating func flush(to write: (Data) throws -> Void) throws {
    guard !piece.isEmpty else { return }
    bytes += piece.count
    try write(piece)
    piece.removeAll(keepingCapacity: true)
  }
}
