import Foundation

/// The changes of a step as bytes, and back.
///
/// The keys of a batch are differences to their neighbours, a column is runs of equal values, integers take as many
/// bytes as they need. So ten thousand rows that were done at once take about 20 kB, and 100 kB more if each had been updated
/// at another moment before.
enum JournalCoder {
  private static let version: UInt8 = 1

  static func encode(_ changes: JournalChanges) -> Data {
    var writer = JournalWriter()
    writer.byte(version)
    writer.count(changes.batches.count)
    for batch in changes.batches { encode(batch, to: &writer) }
    return writer.data
  }

  /// - Throws: `JournalError.damaged`.
  static func decode(_ data: Data) throws -> JournalChanges {
    var reader = JournalReader(data)
    guard try reader.byte() == version else { throw JournalError.damaged }
    var changes = JournalChanges()
    for _ in 0..<(try reader.count()) { changes.batches.append(try decodeBatch(&reader)) }
    return changes
  }

  private static func encode(_ batch: JournalBatch, to writer: inout JournalWriter) {
    writer.byte(batch.entity.rawValue)
    writer.byte(batch.kind.rawValue)
    writer.count(batch.fields.count)
    for field in batch.fields { writer.byte(field.rawValue) }
    writer.count(batch.keys.count)
    writer.ascending(batch.keys)
    for column in batch.before + batch.after { encode(column, to: &writer) }
  }

  private static func encode(_ column: [JournalValue], to writer: inout JournalWriter) {
    var start = 0
    while start < column.count {
      var end = start + 1
      while end < column.count, column[end] == column[start] { end += 1 }
      writer.count(end - start)
      writer.value(column[start])
      start = end
    }
  }

  private static func decodeBatch(_ reader: inout JournalReader) throws -> JournalBatch {
    guard let entity = JournalEntity(rawValue: try reader.byte()),
      let kind = JournalBatch.Kind(rawValue: try reader.byte())
    else { throw JournalError.damaged }
    var fields: [JournalField] = []
    for _ in 0..<(try reader.count()) {
      guard let field = JournalField(rawValue: try reader.byte()) else { throw JournalError.damaged }
      fields.append(field)
    }
    var batch = JournalBatch(entity, kind, fields)
    batch.keys = try reader.ascending(try reader.count())
    for index in batch.before.indices { batch.before[index] = try decodeColumn(batch.keys.count, &reader) }
    for index in batch.after.indices { batch.after[index] = try decodeColumn(batch.keys.count, &reader) }
    return batch
  }

  private static func decodeColumn(_ count: Int, _ reader: inout JournalReader) throws -> [JournalValue] {
    var column: [JournalValue] = []
    while column.count < count {
      let length = try reader.count()
      guard length > 0, length <= count - column.count else { throw JournalError.damaged }
      column.append(contentsOf: repeatElement(try reader.value(), count: length))
    }
    return column
  }
}
