extension Bool: ColumnValue {
  /// The declared type of the column.
  public static var _columnType: String { "BOOLEAN" }

  /// Stands in for a value whose row is gone.
  public static var _placeholder: Bool { false }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> Bool { row.integer != 0 }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.integer(self ? 1 : 0) }
}

extension Int: ColumnValue {
  /// The declared type of the column.
  public static var _columnType: String { "INTEGER" }

  /// Stands in for a value whose row is gone.
  public static var _placeholder: Int { 0 }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> Int { try exactly(row.integer) }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.integer(Int64(self)) }
}

extension Int8: ColumnValue {
  /// The declared type of the column.
  public static var _columnType: String { "INTEGER" }

  /// Stands in for a value whose row is gone.
  public static var _placeholder: Int8 { 0 }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> Int8 { try exactly(row.integer) }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.integer(Int64(self)) }
}

extension Int16: ColumnValue {
  /// The declared type of the column.
  public static var _columnType: String { "INTEGER" }

  /// Stands in for a value whose row is gone.
  public static var _placeholder: Int16 { 0 }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> Int16 { try exactly(row.integer) }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.integer(Int64(self)) }
}

extension Int32: ColumnValue {
  /// The declared type of the column.
  public static var _columnType: String { "INTEGER" }

  /// Stands in for a value whose row is gone.
  public static var _placeholder: Int32 { 0 }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> Int32 { try exactly(row.integer) }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.integer(Int64(self)) }
}

extension Int64: ColumnValue {
  /// The declared type of the column.
  public static var _columnType: String { "INTEGER" }

  /// Stands in for a value whose row is gone.
  public static var _placeholder: Int64 { 0 }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> Int64 { row.integer }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.integer(self) }
}

extension UInt8: ColumnValue {
  /// The declared type of the column.
  public static var _columnType: String { "INTEGER" }

  /// Stands in for a value whose row is gone.
  public static var _placeholder: UInt8 { 0 }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> UInt8 { try exactly(row.integer) }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.integer(Int64(self)) }
}

extension UInt16: ColumnValue {
  /// The declared type of the column.
  public static var _columnType: String { "INTEGER" }

  /// Stands in for a value whose row is gone.
  public static var _placeholder: UInt16 { 0 }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> UInt16 { try exactly(row.integer) }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.integer(Int64(self)) }
}

extension UInt32: ColumnValue {
  /// The declared type of the column.
  public static var _columnType: String { "INTEGER" }

  /// Stands in for a value whose row is gone.
  public static var _placeholder: UInt32 { 0 }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> UInt32 { try exactly(row.integer) }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.integer(Int64(self)) }
}

/// Narrows a stored integer; a value that does not fit was written by something else than this schema.
private func exactly<Integer: FixedWidthInteger>(_ stored: Int64) throws -> Integer {
  guard let integer = Integer(exactly: stored) else {
    throw SwiftDataError.unreadableValue("\(stored) as \(Integer.self)")
  }
  return integer
}
