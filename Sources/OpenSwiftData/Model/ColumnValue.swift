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
  // Unretained, as retaining costs more than to read a number: who makes a reader keeps the statement while it is used.
  private let statement: Unmanaged<Statement>?
  private var column: Int32
  private let value: SQLiteValue

  init(statement: Statement, column: Int32) {
    self.statement = .passUnretained(statement)
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
    var reader = self
    if statement != nil { reader.column += count }
    return reader
  }

  /// Moves to a column of the row.
  mutating func move(to column: Int32) { self.column = column }

  /// Asks the row that the statement stands on; nil if the value is kept in memory.
  @inline(__always)
  private func ofRow<Result>(_ body: (Statement, Int32) -> Result) -> Result? {
    statement?._withUnsafeGuaranteedRef { body($0, column) }
  }

  var isNull: Bool { ofRow { $0.isNull($1) } ?? (value == .null) }

  /// Whether the column holds a text, whatever its declared type.
  var isText: Bool {
    if case .text = value { return true }
    return ofRow { $0.isText($1) } ?? false
  }

  /// The large values beside the store that the row is read from, if it has any.
  var externalData: ExternalDataSession? { ofRow { row, _ in row.externalData } ?? nil }

  /// The column's value, whatever its type.
  var anyValue: SQLiteValue { ofRow { $0.value($1) } ?? value }

  var integer: Int64 {
    if let integer = ofRow({ $0.integer($1) }) { return integer }
    if case .integer(let integer) = value { return integer }
    return 0
  }

  var real: Double {
    if let real = ofRow({ $0.real($1) }) { return real }
    if case .real(let real) = value { return real }
    return 0
  }

  var text: String {
    if let text = ofRow({ $0.text($1) }) { return text }
    if case .text(let text) = value { return text }
    return ""
  }

  var blob: Data {
    if let blob = ofRow({ $0.blob($1) }) { return blob }
    if case .blob(let blob) = value { return blob }
    return Data()
  }
}

/// Where the value of a column goes: a parameter of a statement, or a value.
public struct ColumnWriter {
  // Unretained: who makes a writer keeps the statement while it is used.
  private let statement: Unmanaged<Statement>?
  private var index: Int32

  /// What was written, if there is no statement: the first column's value.
  private(set) var value = SQLiteValue.null
  /// What was written to several columns, if there is no statement.
  private(set) var values: [SQLiteValue] = []

  init(statement: Statement, index: Int32) {
    self.statement = .passUnretained(statement)
    self.index = index
  }

  /// Moves to a parameter of the statement.
  mutating func move(to index: Int32) { self.index = index }

  init() {
    statement = nil
    index = 0
  }

  mutating func null() throws {
    if let statement {
      try statement._withUnsafeGuaranteedRef { try $0.bindNull(at: index) }
    } else {
      value = .null
    }
  }

  mutating func integer(_ integer: Int64) throws {
    if let statement {
      try statement._withUnsafeGuaranteedRef { try $0.bind(integer, at: index) }
    } else {
      value = .integer(integer)
    }
  }

  mutating func real(_ real: Double) throws {
    // SQLite stores NaN as NULL (https://www.sqlite.org/floatingpoint.html), so it would not come back.
    guard !real.isNaN else { throw SwiftDataError.unstorableValue("NaN") }
    if let statement {
      try statement._withUnsafeGuaranteedRef { try $0.bind(real, at: index) }
    } else {
      value = .real(real)
    }
  }

  mutating func text(_ text: String) throws {
    if let statement {
      try statement._withUnsafeGuaranteedRef { try $0.bind(text, at: index) }
    } else {
      value = .text(text)
    }
  }

  mutating func blob(_ data: Data) throws {
    if let statement {
      try statement._withUnsafeGuaranteedRef { try $0.bind(data, at: index) }
    } else {
      value = .blob(data)
    }
  }

  /// The large values beside the store that is written to, if it has any.
  var externalData: ExternalDataSession? { statement?._withUnsafeGuaranteedRef { $0.externalData } }

  /// Writes several columns, from the one where the writer stands.
  mutating func write(_ values: [SQLiteValue]) throws {
    guard let statement else { return self.values = values }
    try statement._withUnsafeGuaranteedRef { statement in
      for (offset, value) in values.enumerated() { try statement.bind(value, at: index + Int32(offset)) }
    }
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
