import Foundation

/// How an attribute's values become a column and come back.
protocol AttributeCodec: Sendable {
  associatedtype Value
  static var columnType: String { get }
  static var isOptional: Bool { get }
  /// Stands in for a value whose row is gone, if the type has a natural one.
  static var placeholder: Value? { get }
  static func read(_ row: borrowing ColumnReader) throws -> Value
  static func write(_ value: Value, to writer: inout ColumnWriter) throws
  static func areEqual(_ left: Value, _ right: Value) -> Bool
}

/// Standard types: stored as they are.
enum ColumnCodec<Value: ColumnValue>: AttributeCodec {
  static var columnType: String { Value._columnType }
  static var isOptional: Bool { Value._isOptional }
  static var placeholder: Value? { Value._placeholder }
  static func read(_ row: borrowing ColumnReader) throws -> Value { try Value._read(row) }
  static func write(_ value: Value, to writer: inout ColumnWriter) throws { try value._write(&writer) }

  /// Texts that only look alike, as "é" in one scalar or in two, are different values to a store.
  static func areEqual(_ left: Value, _ right: Value) -> Bool {
    guard left == right else { return false }
    guard let left = left as? String, let right = right as? String else { return true }
    return left.utf8.elementsEqual(right.utf8)
  }
}

/// Enumerations with raw values: stored as the raw value.
enum RawCodec<Value: RawRepresentable>: AttributeCodec where Value.RawValue: ColumnValue {
  static var columnType: String { Value.RawValue._columnType }
  static var isOptional: Bool { Value.RawValue._isOptional }
  static var placeholder: Value? { (Value.self as? any CaseIterable.Type).flatMap { firstCase($0) } }

  static func read(_ row: borrowing ColumnReader) throws -> Value {
    let raw = try Value.RawValue._read(row)
    guard let value = Value(rawValue: raw) else { throw SwiftDataError.unreadableValue("\(raw) as \(Value.self)") }
    return value
  }

  static func write(_ value: Value, to writer: inout ColumnWriter) throws { try value.rawValue._write(&writer) }
  static func areEqual(_ left: Value, _ right: Value) -> Bool { left.rawValue == right.rawValue }

  private static func firstCase<Cases: CaseIterable>(_ type: Cases.Type) -> Value? { type.allCases.first as? Value }
}

/// Optionals of a codec's values: NULL when nil.
enum OptionalCodec<Wrapped: AttributeCodec>: AttributeCodec {
  typealias Value = Wrapped.Value?
  static var columnType: String { Wrapped.columnType }
  static var isOptional: Bool { true }
  static var placeholder: Value? { .some(nil) }

  static func read(_ row: borrowing ColumnReader) throws -> Value { row.isNull ? nil : try Wrapped.read(row) }

  static func write(_ value: Value, to writer: inout ColumnWriter) throws {
    guard let value else { return try writer.null() }
    try Wrapped.write(value, to: &writer)
  }

  static func areEqual(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left?, let right?): Wrapped.areEqual(left, right)
    default: false
    }
  }
}

/// Everything else that is `Codable`: stored as JSON text.
enum JSONCodec<Value: Codable>: AttributeCodec {
  static var columnType: String { "TEXT" }
  static var isOptional: Bool { Value.self is any ExpressibleByNilLiteral.Type }
  static var placeholder: Value? { try? JSONDecoder().decode(Value.self, from: Data("[]".utf8)) }

  static func read(_ row: borrowing ColumnReader) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data((row.isNull ? "null" : row.text).utf8))
  }

  static func write(_ value: Value, to writer: inout ColumnWriter) throws {
    let text = try text(of: value)
    // An optional that is nil is NULL in its column, not the word.
    if isOptional, text == "null" { try writer.null() } else { try writer.text(text) }
  }

  static func areEqual(_ left: Value, _ right: Value) -> Bool { (try? text(of: left)) == (try? text(of: right)) }

  private static func text(of value: Value) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
