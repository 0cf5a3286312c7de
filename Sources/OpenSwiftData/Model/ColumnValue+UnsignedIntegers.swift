// Above `Int64.max` SQLite has no integers: the bit pattern shifted by 2^63 keeps all 64 bits and the order.
extension UInt64: ColumnValue {
  /// The declared type of the column.
  public static var _columnType: String { "INTEGER" }

  /// Stands in for a value whose row is gone.
  public static var _placeholder: UInt64 { 0 }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> UInt64 {
    UInt64(bitPattern: row.integer) ^ (1 << 63)
  }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.integer(Int64(bitPattern: self ^ (1 << 63))) }
}

extension UInt: ColumnValue {
  /// The declared type of the column.
  public static var _columnType: String { "INTEGER" }

  /// Stands in for a value whose row is gone.
  public static var _placeholder: UInt { 0 }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> UInt { UInt(try UInt64._read(row)) }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try UInt64(self)._write(&writer) }
}
