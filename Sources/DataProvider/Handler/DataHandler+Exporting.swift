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
  /// - Returns: how many items were exported.
  /// - Throws: what `write` and `listener` throw, `StoreError`.
  /// - Complexity: memory does not grow with the store, but for eight bytes for each item.
  @discardableResult
  public func exportItems(
    format: InterchangeFormat, options: ExportOptions = ExportOptions(), listener: InterchangeListener? = nil,
    to write: (Data) throws -> Void
  ) throws -> Int {
    var file = ExportedFile(writer: format.writer(options), listener: listener)
    try file.append(file.writer.begin(), to: write)
    try modelContext.enumerate(Self.exported(options), batchSize: 2_000) { item in
      try file.append(ItemValues(item), to: write)
    }
    try file.append(file.writer.end(), to: write)
    try file.flush(to: write)
    return file.items
  }

  private static func exported(_ options: ExportOptions) -> FetchDescriptor<Item> {
    options.query.map { .items(matching: $0) } ?? FetchDescriptor<Item>()
  }
}

/// A file while it is written, a piece at a time.
private struct ExportedFile {
  private static let pieceSize = 1 << 16
  private static let itemsBetweenNews = 2_000

  var writer: any ItemWriter
  let listener: InterchangeListener?
  private(set) var items = 0
  private var bytes = 0
  private var piece = Data()

  init(writer: any ItemWriter, listener: InterchangeListener?) {
    self.writer = writer
    self.listener = listener
  }

  mutating func append(_ item: ItemValues, to write: (Data) throws -> Void) throws {
    try append(writer.text(of: item), to: write)
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
