/// Enumerations with raw values: stored as the raw value.
struct RawCodec<Value: RawRepresentable>: AttributeCodec where Value.RawValue: ColumnValue {
  var placeholder: Value? { EnumerationCases.first(of: Value.self) ?? Value(rawValue: Value.RawValue._placeholder) }

  var knownValues: [SQLiteValue]? {
    let cases = EnumerationCases.all(of: Value.self)
    return cases.isEmpty ? nil : try? cases.map(encode)
  }

  func columns(named name: String) -> [ModelColumn] { ColumnCodec<Value.RawValue>().columns(named: name) }

  func read(_ row: borrowing ColumnReader) throws -> Value {
    let raw = try Value.RawValue._read(row)
    guard let value = Value(rawValue: raw) else { throw SwiftDataError.unreadableValue("\(raw) as \(Value.self)") }
    return value
  }

  func write(_ value: Value, to writer: inout ColumnWriter) throws { try value.rawValue._write(&writer) }

  func areEqual(_ left: Value, _ right: Value) -> Bool {
    ColumnCodec<Value.RawValue>.areEqual(left.rawValue, right.rawValue)
  }
}
