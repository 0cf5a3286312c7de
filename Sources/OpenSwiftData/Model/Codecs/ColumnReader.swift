import Foundation

/// Reads a column of the row that a statement stands on, or a value in memory.
public struct ColumnReader {
  // Unretained: retaining costs more than reading a number. Sound: whoever makes a reader keeps the statement alive.
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

  func advanced(by count: Int32) -> ColumnReader {
    var reader = self
    if statement != nil { reader.column += count }
    return reader
  }

  mutating func move(to column: Int32) { self.column = column }

  /// The closure's result for the current row; nil for a value in memory.
  @inline(__always)
  private func ofRow<Result>(_ body: (Statement, Int32) -> Result) -> Result? {
    statement?._withUnsafeGuaranteedRef { body($0, column) }
  }

  @usableFromInline var isNull: Bool { ofRow { $0.isNull($1) } ?? (value == .null) }

  /// Whether the column holds a text, whatever its declared type.
  var isText: Bool {
    if case .text = value { return true }
    return ofRow { $0.isText($1) } ?? false
  }

  /// The files with large values; nil if the store has none.
  var externalData: ExternalDataSession? { ofRow { row, _ in row.externalData } ?? nil }
  var anyValue: SQLiteValue { ofRow { $0.value($1) } ?? value }

  @usableFromInline var integer: Int64 {
    if let integer = ofRow({ $0.integer($1) }) { return integer }
    if case .integer(let integer) = value { return integer }
    return 0
  }

  @usableFromInline var real: Double {
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

/// Writes a column to a parameter of a statement, or to memory.
public struct ColumnWriter {
  // Unretained, sound for the same reason as the reader's.
  private let statement: Unmanaged<Statement>?
  // Unretained too: a save keeps its keys until all rows are written.
  private let keys: Unmanaged<SaveKeys>?
  private var index: Int32

  /// Without a statement: the value of the first column.
  private(set) var value = SQLiteValue.null
  /// Without a statement: the values of several columns.
  private(set) var values: [SQLiteValue] = []

  /// Writes to memory.
  ///
  /// - Parameter keys: those that the running save gives to new models.
  init(keys: SaveKeys? = nil) {
    statement = nil
    self.keys = keys.map(Unmanaged.passUnretained)
    index = 0
  }

  /// Writes to a statement.
  init(statement: Statement, index: Int32, keys: SaveKeys? = nil) {
    self.statement = .passUnretained(statement)
    self.keys = keys.map(Unmanaged.passUnretained)
    self.index = index
  }

  /// The key of a model's row; nil for a new one that no running save gives a row.
  func storedKey(of key: Int64) -> Int64? {
    key > 0 ? key : keys?._withUnsafeGuaranteedRef { $0[key] }
  }

  mutating func move(to index: Int32) { self.index = index }

  var externalData: ExternalDataSession? { statement?._withUnsafeGuaranteedRef { $0.externalData } }

  @usableFromInline
  mutating func null() throws { try write(.null) { try $0.bindNull(at: $1) } }

  @usableFromInline
  mutating func integer(_ integer: Int64) throws { try write(.integer(integer)) { try $0.bind(integer, at: $1) } }

  @usableFromInline
  mutating func real(_ real: Double) throws {
    // SQLite stores NaN as NULL (https://www.sqlite.org/floatingpoint.html), so it would not come back.
    guard !real.isNaN else { throw SwiftDataError.unstorableValue("NaN") }
    try write(.real(real)) { try $0.bind(real, at: $1) }
  }

  mutating func text(_ text: String) throws { try write(.text(text)) { try $0.bind(text, at: $1) } }

  mutating func blob(_ data: Data) throws { try write(.blob(data)) { try $0.bind(data, at: $1) } }

  @inline(__always)
  private mutating func write(
    _ newValue: @autoclosure () -> SQLiteValue, _ bind: (Statement, Int32) throws -> Void
  ) throws {
    guard let statement else { return value = newValue() }
    try statement._withUnsafeGuaranteedRef { try bind($0, index) }
  }

  /// Writes several columns from the current one on.
  mutating func write(_ values: [SQLiteValue]) throws {
    guard let statement else { return self.values = values }
    try statement._withUnsafeGuaranteedRef { statement in
      for (offset, value) in values.enumerated() { try statement.bind(value, at: index + Int32(offset)) }
    }
  }
}
