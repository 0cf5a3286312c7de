import Foundation

/// A type whose values SQLite stores in one column as they are.
///
/// The library conforms the standard types to it; other attribute types are stored through `RawRepresentable` or
/// `Codable`.
public protocol ColumnValue: Codable, Equatable, SendableMetatype {
  /// The declared type of the column: https://www.sqlite.org/datatype3.html#determination_of_column_affinity
  static var _columnType: String { get }
  /// Whether the column may be NULL.
  static var _isOptional: Bool { get }
  /// The value of a property whose row was deleted before it was read.
  static var _placeholder: Self { get }

  /// Reads the value of a column of the current row.
  static func _read(_ row: borrowing ColumnReader) throws -> Self

  /// Writes the value to a parameter of a statement.
  func _write(_ writer: inout ColumnWriter) throws
}

extension ColumnValue {
  /// Columns are `NOT NULL` unless the type is an optional.
  public static var _isOptional: Bool { false }

  /// The value as a bound argument.
  ///
  /// - Throws: `SwiftDataError` for a value that can't be stored without loss, such as NaN.
  func sqliteValue() throws -> SQLiteValue {
    var writer = ColumnWriter()
    try _write(&writer)
    return writer.value
  }
}

// Inlinable, so that the code that `@Model` writes reads and writes the column without a generic call.
extension ColumnValue where Self: FixedWidthInteger {
  /// INTEGER.
  public static var _columnType: String { "INTEGER" }
  /// Zero.
  public static var _placeholder: Self { 0 }

  /// Reads the column.
  ///
  /// - Throws: `SwiftDataError` for an integer that the type can't hold, which some other schema wrote.
  @inlinable
  public static func _read(_ row: borrowing ColumnReader) throws -> Self {
    let stored = row.integer
    guard let integer = Self(exactly: stored) else { throw _overflow(stored) }
    return integer
  }

  /// Writes the column.
  @inlinable
  public func _write(_ writer: inout ColumnWriter) throws { try writer.integer(Int64(self)) }

  // Separate, so that what is inlined stays small.
  @usableFromInline @inline(never)
  static func _overflow(_ stored: Int64) -> any Error { SwiftDataError.unreadableValue("\(stored) as \(Self.self)") }
}

extension Int: ColumnValue {}
extension Int8: ColumnValue {}
extension Int16: ColumnValue {}
extension Int32: ColumnValue {}
extension Int64: ColumnValue {}
extension UInt8: ColumnValue {}
extension UInt16: ColumnValue {}
extension UInt32: ColumnValue {}

// SQLite has no integers above `Int64.max`: the bit pattern shifted by 2^63 keeps all 64 bits and the order.
extension UInt64: ColumnValue {
  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> UInt64 {
    UInt64(bitPattern: row.integer) ^ (1 << 63)
  }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.integer(Int64(bitPattern: self ^ (1 << 63))) }
}

extension UInt: ColumnValue {
  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> UInt { UInt(try UInt64._read(row)) }
  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try UInt64(self)._write(&writer) }
}

extension Bool: ColumnValue {
  /// BOOLEAN, which is stored as 0 or 1.
  public static var _columnType: String { "BOOLEAN" }
  /// False.
  public static var _placeholder: Bool { false }
  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> Bool { row.integer != 0 }
  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.integer(self ? 1 : 0) }
}

extension ColumnValue where Self: BinaryFloatingPoint {
  /// REAL.
  public static var _columnType: String { "REAL" }
  /// Zero.
  public static var _placeholder: Self { 0 }

  /// Reads the column.
  @inlinable
  public static func _read(_ row: borrowing ColumnReader) throws -> Self { Self(row.real) }

  /// Writes the column.
  @inlinable
  public func _write(_ writer: inout ColumnWriter) throws { try writer.real(Double(self)) }
}

extension Double: ColumnValue {}
extension Float: ColumnValue {}
extension CGFloat: ColumnValue {}

// Seconds since the reference date lose no bit.
extension Date: ColumnValue {
  /// REAL: seconds since 2001.
  public static var _columnType: String { "REAL" }
  /// The distant past.
  public static var _placeholder: Date { .distantPast }

  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> Date {
    Date(timeIntervalSinceReferenceDate: row.real)
  }

  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.real(timeIntervalSinceReferenceDate) }
}

extension String: ColumnValue {
  /// TEXT.
  public static var _columnType: String { "TEXT" }
  /// The empty text.
  public static var _placeholder: String { "" }
  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> String { row.text }
  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.text(self) }
}

extension Data: ColumnValue {
  /// BLOB.
  public static var _columnType: String { "BLOB" }
  /// No bytes.
  public static var _placeholder: Data { Data() }
  /// Reads the column.
  public static func _read(_ row: borrowing ColumnReader) throws -> Data { row.blob }
  /// Writes the column.
  public func _write(_ writer: inout ColumnWriter) throws { try writer.blob(self) }
}

// A relative URL is stored as two texts with a space between them, which no URL contains.
extension URL: ColumnValue {
  /// TEXT.
  public static var _columnType: String { "TEXT" }
  /// The root of the file system.
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
  /// TEXT: the digits.
  public static var _columnType: String { "TEXT" }
  /// Zero.
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

func parsed<Value>(_ text: String, _ parse: (String) -> Value?) throws -> Value {
  guard let value = parse(text) else { throw SwiftDataError.unreadableValue("\(text) as \(Value.self)") }
  return value
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  /// The declared type of the wrapped value's column.
  public static var _columnType: String { Wrapped._columnType }
  /// True: nil is NULL.
  public static var _isOptional: Bool { true }
  /// Nil.
  public static var _placeholder: Wrapped? { nil }

  /// Reads the column.
  @inlinable
  public static func _read(_ row: borrowing ColumnReader) throws -> Wrapped? {
    row.isNull ? nil : try Wrapped._read(row)
  }

  /// Writes the column.
  @inlinable
  public func _write(_ writer: inout ColumnWriter) throws {
    guard let self else { return try writer.null() }
    try self._write(&writer)
  }
}

/// Any optional, without its type.
protocol OptionalType {
  static var wrappedType: Any.Type { get }
  var wrappedValue: Any? { get }
}

extension Optional: OptionalType {
  static var wrappedType: Any.Type { Wrapped.self }
  var wrappedValue: Any? { self }
}

/// A type without its optional.
func unwrappedType(_ type: Any.Type) -> Any.Type { (type as? any OptionalType.Type)?.wrappedType ?? type }

func isNil(_ value: Any) -> Bool { (value as? any OptionalType).map { $0.wrappedValue == nil } ?? false }
