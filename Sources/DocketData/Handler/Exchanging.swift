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
        let deleted = report.deleted > 0 ? ", delete \(report.deleted)" : ""
        return (StepDescription("\(importVerb) \(Quantity(report.added + report.updated, "item"))\(deleted)"), ())
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

/// With what the description of an import begins.
private let importVerb = "import"

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
    let urgency = format == .json ? options.urgency : nil
    try enumerate(options) { try file.append(ItemValues($0), urgency: urgency?.valueIfOpen($0), to: write) }
    if format.tellsOfDeletions, options.isWhole {
      try enumerateDeletions { try file.append(deleted: $0, at: $1, to: write) }
    }
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
    try enumerate(options) { item in
      try body(ItemValues(item))
      count += 1
    }
    return count
  }

  private func enumerate(_ options: ExportOptions, _ body: (Item) throws -> Void) throws {
    let items = FetchDescriptor<Item>.items(
      matching: options.query, order: options.order, limit: options.limit, weights: options.weights)
    try modelContext.enumerate(items, batchSize: Self.enumerationBatch, block: body)
  }

  private static let enumerationBatch = 2_000
}

// MARK: - Deleted items

extension DataHandler {
  /// So many steps are read at a time, some of which have many items.
  private static let stepBatch = 16

  /// Calls a closure for each item that was deleted here, as the journal knows it, and with when; the last one first.
  ///
  /// What an import deleted is left out: the program that the file came from knows it. So is what is here again.
  private func enumerateDeletions(_ body: (ItemValues, Date) throws -> Void) throws {
    let (done, overtaken) = (JournalState.done, JournalState.overtaken)
    let steps = FetchDescriptor<JournalStep>(
      predicate: #Predicate { $0.size > 0 && ($0.state == done || $0.state == overtaken) },
      sortBy: [SortDescriptor(\.number, order: .reverse)])
    var seen: Set<UUID> = []
    try modelContext.enumerate(steps, batchSize: Self.stepBatch) { step in
      guard !step.words.hasPrefix("\(importVerb) ") else { return }
      let changes = try JournalCoder.decode(step.changes).migrated
      for batch in changes.batches where batch.entity == .item && batch.kind == .delete {
        let items = try deletedItems(of: Item.complete(batch)).filter { seen.insert($0.uid).inserted }
        for item in try absent(items) { try body(item, step.date) }
      }
    }
  }

  /// The items without their tags and lists, which no file is told of.
  private func deletedItems(of batch: JournalBatch) throws -> [ItemValues] {
    let rows = batch.keys.indices.map { row in
      Dictionary(zip(batch.fields, batch.row(row, of: batch.before))) { first, _ in first }
    }
    return try zip(batch.keys, rows).compactMap { key, values in
      ItemValues(try modelContainer.identifier(of: Item.self, primaryKey: key), values, tags: [], list: nil)
    }
  }

  /// Those of some items that are not in the store.
  private func absent(_ items: [ItemValues]) throws -> [ItemValues] {
    var absent: [ItemValues] = []
    for start in stride(from: 0, to: items.count, by: Self.enumerationBatch) {
      let part = items[start..<min(start + Self.enumerationBatch, items.count)]
      let uids = part.map(\.uid)
      let found = try modelContext.execute(
        BatchFetch<Item>(where: #Predicate { uids.contains($0.uid) }).returning(\.uid))
      let present = Set(try found.returned(\.uid))
      absent += part.filter { !present.contains($0.uid) }
    }
    return absent
  }
}

/// A file while it is written, a piece at a time.
private struct ExportedFile {
  private static let pieceSize = 1 << 16
  private static let itemsBetweenReports = 2_000

  private let format: InterchangeFormat
  private var writer: any ItemWriter
  private let listener: InterchangeListener?
  private var items = 0
  private var deleted = 0
  /// How many kept fields of other formats were left out, by name.
  private var leftOut: [String: Int] = [:]
  private var bytes = 0
  private var piece = Data()

  init(format: InterchangeFormat, writer: any ItemWriter, listener: InterchangeListener?) {
    self.format = format
    self.writer = writer
    self.listener = listener
  }

  var report: ExportReport { ExportReport(items: items, deleted: deleted, leftOut: FieldCount.sorted(leftOut)) }

  mutating func begin() -> String { writer.begin() }
  mutating func end() -> String { writer.end() }

  mutating func append(_ item: ItemValues, urgency: Double?, to write: (Data) throws -> Void) throws {
    try append(writer.text(of: item, urgency: urgency), to: write)
    item.extra?.countLeftOut(in: format, into: &leftOut)
    items += 1
    if items % Self.itemsBetweenReports == 0 { try listener?(InterchangeProgress(items: items, bytes: bytes)) }
  }

  mutating func append(deleted item: ItemValues, at date: Date, to write: (Data) throws -> Void) throws {
    guard let text = writer.text(ofDeleted: item, at: date) else { return }
    try append(text, to: write)
    deleted += 1
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
