import Foundation

/// Data that may be large: in the column itself, or in a file beside the store whose name is in the column as a text.
struct ExternalDataCodec: AttributeCodec {
  var placeholder: Data? { Data() }

  var encoding: StoredEncoding { .external }

  func columns(named name: String) -> [ModelColumn] {
    [ModelColumn(name, Data._columnType, isOptional: false, ordersLikeSQL: false, holdsValue: false)]
  }

  func read(_ row: borrowing ColumnReader) throws -> Data {
    guard row.isText else { return row.blob }
    guard let session = row.externalData else { throw SwiftDataError.unreadableValue(row.text) }
    return try session.data(named: row.text)
  }

  func write(_ value: Data, to writer: inout ColumnWriter) throws {
    guard value.count >= ExternalDataSession.threshold, let session = writer.externalData else {
      return try writer.blob(value)
    }
    try writer.text(session.write(value))
  }

  func areEqual(_ left: Data, _ right: Data) -> Bool { left == right }
}
