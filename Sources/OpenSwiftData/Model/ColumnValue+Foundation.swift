import Foundation

extension Double: ColumnValue {
  /// The declared type of the column.
  public static var _columnType: String { "REAL" }

  /// Stands in for a value whose row is gone.
  public static var _placeholder: Double { 0 }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> Double { row.real }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.real(self) }
}

extension Float: ColumnValue {
  /// The declared type of the column.
  public static var _columnType: String { "REAL" }

  /// Stands in for a value whose row is gone.
  public static var _placeholder: Float { 0 }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> Float { Float(row.real) }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.real(Double(self)) }
}

extension CGFloat: ColumnValue {
  /// The declared type of the column.
  public static var _columnType: String { "REAL" }

  /// Stands in for a value whose row is gone.
  public static var _placeholder: CGFloat { 0 }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> CGFloat { CGFloat(row.real) }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.real(Double(self)) }
}

extension String: ColumnValue {
  /// The declared type of the column.
  public static var _columnType: String { "TEXT" }

  /// Stands in for a value whose row is gone.
  public static var _placeholder: String { "" }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> String { row.text }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.text(self) }
}

// Seconds since the reference date keep every bit of the value.
extension Date: ColumnValue {
  /// The declared type of the column.
  public static var _columnType: String { "REAL" }

  /// Stands in for a value whose row is gone.
  public static var _placeholder: Date { .distantPast }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> Date {
    Date(timeIntervalSinceReferenceDate: row.real)
  }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.real(timeIntervalSinceReferenceDate) }
}

extension Data: ColumnValue {
  /// The declared type of the column.
  public static var _columnType: String { "BLOB" }

  /// Stands in for a value whose row is gone.
  public static var _placeholder: Data { Data() }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> Data { row.blob }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.blob(self) }
}

extension UUID: ColumnValue {
  /// The declared type of the column.
  public static var _columnType: String { "TEXT" }

  /// Stands in for a value whose row is gone.
  public static var _placeholder: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> UUID {
    try parsed(row.text, UUID.init(uuidString:))
  }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.text(uuidString) }
}

// A URL that is relative to another is two texts; a space stands in no URL.
extension URL: ColumnValue {
  /// The declared type of the column.
  public static var _columnType: String { "TEXT" }

  /// Stands in for a value whose row is gone.
  public static var _placeholder: URL { URL(fileURLWithPath: "/") }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> URL {
    try parsed(row.text) { text in
      let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return URL(string: text) }
      return URL(string: String(parts[1])).flatMap { URL(string: String(parts[0]), relativeTo: $0) }
    }
  }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws {
    let text = baseURL.map { "\(relativeString) \($0.absoluteString)" } ?? absoluteString
    guard try Self._read(ColumnReader(.text(text))) == self else { throw SwiftDataError.unstorableValue("\(self)") }
    try writer.text(text)
  }
}

extension Decimal: ColumnValue {
  /// The declared type of the column.
  public static var _columnType: String { "TEXT" }

  /// Stands in for a value whose row is gone.
  public static var _placeholder: Decimal { 0 }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> Decimal {
    try parsed(row.text) { Decimal(string: $0) }
  }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws {
    guard !isNaN else { throw SwiftDataError.unstorableValue("NaN") }
    try writer.text(description)
  }
}

/// Reads a value from its text; a text that is none was written by something else than this schema.
private func parsed<Value>(_ text: String, _ parse: (String) -> Value?) throws -> Value {
  guard let value = parse(text) else { throw SwiftDataError.unreadableValue("\(text) as \(Value.self)") }
  return value
}
