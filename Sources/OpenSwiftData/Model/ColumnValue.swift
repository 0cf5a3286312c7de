import Foundation

/// A type that SQLite stores in one column as it is.
///
/// The library conforms the standard types to it; other attribute types are stored through `RawRepresentable` or
/// `Codable`.
public protocol ColumnValue: Codable, Equatable, SendableMetatype {
  /// The declared type of the column: https://www.sqlite.org/datatype3.html#determination_of_column_affinity
  static var _columnType: String { get }

  /// Whether the column may be NULL.
  static var _isOptional: Bool { get }

  /// The value that stands in for one that can no longer be read, because its row is gone.
  static var _placeholder: Self { get }

  /// Reads the value of a column of the current row.
  static func _read(_ row: borrowing ColumnReader) throws -> Self

  /// Writes the value to a parameter of a statement.
  func _write(_ writer: inout ColumnWriter) throws
}

/// A column to read: of the row that a statement stands on, or a value kept in memory.
public struct ColumnReader {
  private let statement: Statement?
  private let column: Int32
  private let value: SQLiteValue

  init(statement: Statement, column: Int32) {
    self.statement = statement
    self.column = column
    value = .null
  }

  init(_ value: SQLiteValue) {
    statement = nil
    column = 0
    self.value = value
  }

  /// The reader of a column further on in the same row.
  func advanced(by count: Int32) -> ColumnReader {
    guard let statement else { return self }
    return ColumnReader(statement: statement, column: column + count)
  }

  var isNull: Bool { statement?.isNull(column) ?? (value == .null) }

  /// Whether the column holds a text, whatever its declared type.
  var isText: Bool {
    if case .text = value { return true }
    return statement?.isText(column) ?? false
  }

  /// The large values beside the store that the row is read from, if it has any.
  var externalData: ExternalDataSession? { statement?.externalData }

  /// The column's value, whatever its type.
  var anyValue: SQLiteValue { statement?.value(column) ?? value }

  var integer: Int64 {
    if let statement { return statement.integer(column) }
    if case .integer(let integer) = value { return integer }
    return 0
  }

  var real: Double {
    if let statement { return statement.real(column) }
    if case .real(let real) = value { return real }
    return 0
  }

  var text: String {
    if let statement { return statement.text(column) }
    if case .text(let text) = value { return text }
    return ""
  }

  var blob: Data {
    if let statement { return statement.blob(column) }
    if case .blob(let blob) = value { return blob }
    return Data()
  }
}

/// Where the value of a column goes: a parameter of a statement, or a value.
public struct ColumnWriter {
  private let statement: Statement?
  private let index: Int32

  /// What was written, if there is no statement: the first column's value.
  private(set) var value = SQLiteValue.null
  /// What was written to several columns, if there is no statement.
  private(set) var values: [SQLiteValue] = []

  init(statement: Statement, index: Int32) {
    self.statement = statement
    self.index = index
  }

  init() {
    statement = nil
    index = 0
  }

  mutating func null() throws {
    if let statement { try statement.bindNull(at: index) } else { value = .null }
  }

  mutating func integer(_ integer: Int64) throws {
    if let statement { try statement.bind(integer, at: index) } else { value = .integer(integer) }
  }

  mutating func real(_ real: Double) throws {
    // SQLite stores NaN as NULL (https://www.sqlite.org/floatingpoint.html), so it would not come back.
    guard !real.isNaN else { throw SwiftDataError.unstorableValue("NaN") }
    if let statement { try statement.bind(real, at: index) } else { value = .real(real) }
  }

  mutating func text(_ text: String) throws {
    if let statement { try statement.bind(text, at: index) } else { value = .text(text) }
  }

  mutating func blob(_ data: Data) throws {
    if let statement { try statement.bind(data, at: index) } else { value = .blob(data) }
  }

  /// The large values beside the store that is written to, if it has any.
  var externalData: ExternalDataSession? { statement?.externalData }

  /// Writes several columns, from the one where the writer stands.
  mutating func write(_ values: [SQLiteValue]) throws {
    guard let statement else { return self.values = values }
    for (offset, value) in values.enumerated() { try statement.bind(value, at: index + Int32(offset)) }
  }
}

extension ColumnValue {
  /// Columns are `NOT NULL` unless the type is an optional.
  public static var _isOptional: Bool { false }

  /// The value as a bound argument.
  func sqliteValue() throws -> SQLiteValue {
    var writer = ColumnWriter()
    try _write(&writer)
    return writer.value
  }
}
