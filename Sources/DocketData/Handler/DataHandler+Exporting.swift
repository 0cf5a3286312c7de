import Foundation
import SwiftData

extension DataHandler {
  /// Exports items.
  ///
  /// - Parameters:
  ///   - format: the format of the file.
  ///   - options: which items, and how.
  ///   - listener: is told how far it is, after each few thousand items; what it throws ends the export.
  ///   - write: takes the next bytes of the file.
  /// - Returns: what was exported.
  /// - Throws: what `write` and `listener` throw, `StoreError`.
  /// - Complexity: memory does not grow with the store, but for eight bytes for each item.
  @discardableResult
  public func exportItems(
    format: InterchangeFormat, options: ExportOptions = ExportOptions(), listener: InterchangeListener? = nil,
    to write: (Data) throws -> Void
  ) throws -> ExportReport {
    var file = ExportedFile(format: format, writer: format.writer(options), listener: listener)
    try file.append(file.writer.begin(), to: write)
    try enumerateItems(options) { try file.append($0, to: write) }
    try file.append(file.writer.end(), to: write)
    try file.flush(to: write)
    return ExportReport(items: file.items, unsaid: FieldCount.sorted(file.unsaid))
  }

  /// Runs a closure for each item, a few thousand of which are in memory at a time.
  ///
  /// - Parameters:
  ///   - options: which items, in which order.
  ///   - body: takes the next item; what it throws ends the enumeration.
  /// - Returns: how many items there are.
  /// - Throws: what `body` throws, `StoreError`.
  /// - Complexity: memory does not grow with the store, but for eight bytes for each item.
  @discardableResult
  public func enumerateItems(
    _ options: ExportOptions = ExportOptions(), _ body: (ItemValues) throws -> Void
  ) throws
    -> Int
  {
    var count = 0
    try modelContext.enumerate(options.descriptor, batchSize: Self.enumerationBatch) { item in
      try body(ItemValues(item))
      count += 1
    }
    return count
  }

  private static let enumerationBatch = 2_000
}

/// What an export wrote.
public struct ExportReport: Hashable, Sendable {
  /// How many items.
  public let items: Int
  /// The kept fields of other formats that this one has no place for: "taskwarrior wait".
  public let unsaid: [FieldCount]
}

extension ExportOptions {
  /// The items as a fetch.
  fileprivate var descriptor: FetchDescriptor<Item> {
    let orders = query.map(\.orders) ?? []
    var descriptor = FetchDescriptor(
      predicate: query?.predicate, sortBy: (orders.isEmpty ? [order].compactMap(\.self) : orders).map(\.descriptor))
    descriptor.fetchLimit = limit
    return descriptor
  }
}

/// A file while it is written, a piece at a time.
private struct ExportedFile {
  private static let pieceSize = 1 << 16
  private static let itemsBetweenNews = 2_000

  let format: InterchangeFormat
  var writer: any ItemWriter
  let listener: InterchangeListener?
  private(set) var items = 0
  /// How many kept fields of other formats were left out, by their names.
  private(set) var unsaid: [String: Int] = [:]
  private var bytes = 0
  private var piece = Data()

  init(format: InterchangeFormat, writer: any ItemWriter, listener: InterchangeListener?) {
    self.format = format
    self.writer = writer
    self.listener = listener
  }

  mutating func append(_ item: ItemValues, to write: (Data) throws -> Void) throws {
    try append(writer.text(of: item), to: write)
    item.extra?.countUnsaid(in: format, into: &unsaid)
    items += 1
    if items % Self.itemsBetweenNews == 0 { try listener?(InterchangeProgress(items: items, bytes: bytes)) }
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
