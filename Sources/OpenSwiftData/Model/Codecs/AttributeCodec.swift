/// How an attribute's values become columns and come back.
///
/// Most codecs have no state, so calling one costs no more than a static function.
protocol AttributeCodec<Value>: Sendable {
  associatedtype Value

  /// The columns of a property that is stored this way.
  func columns(named name: String) -> [ModelColumn]
  /// How the columns hold the values, for the store's memory.
  var encoding: StoredEncoding { get }
  /// What columns may hold at all, if the type has few values; nil for any other.
  var knownValues: [SQLiteValue]? { get }
  /// Stands in for a value whose row is gone, if the type has a natural one.
  var placeholder: Value? { get }
  /// Reads the value from its columns; the reader stands on the first.
  func read(_ row: borrowing ColumnReader) throws -> Value
  /// Writes the value to its columns; the writer stands on the first.
  func write(_ value: Value, to writer: inout ColumnWriter) throws
  /// Whether a store would hold the same for both.
  func areEqual(_ left: Value, _ right: Value) -> Bool
  /// The value as a single one, as it is kept in memory and bound as an argument.
  func encode(_ value: Value) throws -> SQLiteValue
  /// The value that `encode` made a single one of.
  func decode(_ value: SQLiteValue) throws -> Value
}

extension AttributeCodec {
  var encoding: StoredEncoding { .plain }
  var knownValues: [SQLiteValue]? { nil }

  func encode(_ value: Value) throws -> SQLiteValue {
    var writer = ColumnWriter()
    try write(value, to: &writer)
    return writer.value
  }

  func decode(_ value: SQLiteValue) throws -> Value { try read(ColumnReader(value)) }
}
