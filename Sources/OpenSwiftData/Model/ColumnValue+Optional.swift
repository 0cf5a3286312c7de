extension Optional: ColumnValue where Wrapped: ColumnValue {
  /// The declared type of the wrapped value's column.
  public static var _columnType: String { Wrapped._columnType }

  /// Optional columns may be NULL.
  public static var _isOptional: Bool { true }

  /// Stands in for a value whose row is gone.
  public static var _placeholder: Wrapped? { nil }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> Wrapped? {
    row.isNull ? nil : try Wrapped._read(row)
  }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws {
    guard let self else { return try writer.null() }
    try self._write(&writer)
  }
}
