import Foundation

/// Converts the values of an attribute to columns and back.
protocol AttributeCodec<Value>: Sendable {
  associatedtype Value

  func columns(named name: String) -> [ModelColumn]
  /// The Swift types of the values without their optional and of what is stored, as the store's metadata records them.
  var valueTypeName: String { get }
  var storageTypeName: String { get }
  /// How the columns hold the values, as the store's metadata records it.
  var encoding: StoredEncoding { get }
  /// All values that the column may hold, for a type with few; otherwise nil.
  var knownValues: [SQLiteValue]? { get }
  /// The value of a property whose row is gone, if the type has a natural one.
  var placeholder: Value? { get }
  /// Reads the value from its columns; the reader is at the first.
  func read(_ row: borrowing ColumnReader) throws -> Value
  /// Writes the value to its columns; the writer is at the first.
  func write(_ value: Value, to writer: inout ColumnWriter) throws
  /// Whether a store holds the same for both.
  func areEqual(_ left: Value, _ right: Value) -> Bool
  /// The value as a single one, as kept in memory and bound as an argument.
  func encode(_ value: Value) throws -> SQLiteValue
  func decode(_ value: SQLiteValue) throws -> Value

  /// Whether the members of the value have columns of their own.
  var isComposite: Bool { get }
  /// The members of a composite value, in the order of their declaration.
  var members: [(name: String, type: any Any.Type)] { get }
  /// The name of the member that a key path from a composite value refers to, or nil.
  func memberName(at keyPath: AnyKeyPath) -> String?
}

extension AttributeCodec {
  var valueTypeName: String { StoredTypeName.value(Value.self) }
  var storageTypeName: String { StoredTypeName.storage(Value.self) }
  var encoding: StoredEncoding { .plain }
  var knownValues: [SQLiteValue]? { nil }

  func encode(_ value: Value) throws -> SQLiteValue {
    var writer = ColumnWriter()
    try write(value, to: &writer)
    return writer.value
  }

  func decode(_ value: SQLiteValue) throws -> Value { try read(ColumnReader(value)) }

  var isComposite: Bool { false }
  var members: [(name: String, type: any Any.Type)] { [] }
  func memberName(at keyPath: AnyKeyPath) -> String? { nil }

  func areEqualOrNil(_ left: Value?, _ right: Value?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left?, let right?): areEqual(left, right)
    default: false
    }
  }
}

/// Standard types: stored as they are.
struct ColumnCodec<Value: ColumnValue>: AttributeCodec {
  // Not what is done for any type: to ask for conformances while a program runs takes time with each type.
  var valueTypeName: String {
    Value._isOptional ? StoredTypeName.value(Value.self) : StoredTypeName.name(of: Value.self)
  }
  var storageTypeName: String { valueTypeName }
  var placeholder: Value? { Value._placeholder }

  func columns(named name: String) -> [ModelColumn] {
    [
      ModelColumn(
        name, Value._columnType, isOptional: Value._isOptional, ordersLikeSQL: Self.ordersLikeSQL,
        kind: SQLKind(Value.self))
    ]
  }

  func read(_ row: borrowing ColumnReader) throws -> Value { try Value._read(row) }
  func write(_ value: Value, to writer: inout ColumnWriter) throws { try value._write(&writer) }
  func areEqual(_ left: Value, _ right: Value) -> Bool { Self.areEqual(left, right) }

  /// Texts are compared by bytes: canonically equivalent ones, such as "é" in one scalar or two, are different values.
  static func areEqual(_ left: Value, _ right: Value) -> Bool {
    guard left == right else { return false }
    guard let left = left as? String, let right = right as? String else { return true }
    return left.utf8.elementsEqual(right.utf8)
  }

  private static var ordersLikeSQL: Bool { Value.self != Decimal.self && Value.self != Decimal?.self }
}

/// Enumerations with raw values: stored as the raw value.
struct RawCodec<Value: RawRepresentable>: AttributeCodec where Value.RawValue: ColumnValue {
  var valueTypeName: String { StoredTypeName.name(of: Value.self) }
  var storageTypeName: String { ColumnCodec<Value.RawValue>().valueTypeName }
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

/// Optionals of values with one column: nil is NULL.
struct OptionalCodec<Wrapped: AttributeCodec>: AttributeCodec {
  typealias Value = Wrapped.Value?

  let wrapped: Wrapped

  var placeholder: Value? { .some(nil) }
  var valueTypeName: String { wrapped.valueTypeName }
  var storageTypeName: String { wrapped.storageTypeName }
  var encoding: StoredEncoding { wrapped.encoding }
  var knownValues: [SQLiteValue]? { wrapped.knownValues }

  func columns(named name: String) -> [ModelColumn] {
    wrapped.columns(named: name).map { $0.with(isOptional: true) }
  }

  func read(_ row: borrowing ColumnReader) throws -> Value { row.isNull ? nil : try wrapped.read(row) }

  func write(_ value: Value, to writer: inout ColumnWriter) throws {
    guard let value else { return try writer.null() }
    try wrapped.write(value, to: &writer)
  }

  func areEqual(_ left: Value, _ right: Value) -> Bool { wrapped.areEqualOrNil(left, right) }
}

/// Data that may be large: stored in the column, or in a file beside the store whose name the column holds as a text.
struct ExternalDataCodec: AttributeCodec {
  var valueTypeName: String { StoredTypeName.name(of: Data.self) }
  var storageTypeName: String { valueTypeName }
  var placeholder: Data? { Data() }
  var encoding: StoredEncoding { .external }

  func columns(named name: String) -> [ModelColumn] {
    [ModelColumn(name, Data._columnType, isOptional: false, ordersLikeSQL: false, holdsValue: false)]
  }

  func read(_ row: borrowing ColumnReader) throws -> Data {
    guard row.isText else { return row.blob }
    guard let session = row.externalData else { throw SwiftDataError.unreadableValue(row.text) }
    return try session.data(named: row.text)
  }

  func write(_ value: Data, to writer: inout ColumnWriter) throws {
    guard value.count >= ExternalDataSession.threshold, let session = writer.externalData else {
      return try writer.blob(value)
    }
    try writer.text(session.write(value))
  }

  func areEqual(_ left: Data, _ right: Data) -> Bool { left == right }
}

extension SQLiteValue {
  /// Whether both have the same bytes; canonically equivalent texts have not.
  func isSame(as other: SQLiteValue) -> Bool {
    guard case .text(let left) = self, case .text(let right) = other else { return self == other }
    return left.utf8.elementsEqual(right.utf8)
  }
}
