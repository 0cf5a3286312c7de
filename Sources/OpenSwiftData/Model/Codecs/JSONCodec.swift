import Foundation

/// All other `Codable` types: stored as JSON text.
struct JSONCodec<Value: Codable>: AttributeCodec {
  var placeholder: Value? { try? ZeroDecoder.zero(Value.self) }
  var encoding: StoredEncoding { StoredTypeName.storage(Value.self) == StoredEncoding.json.name ? .plain : .json }

  func columns(named name: String) -> [ModelColumn] {
    [ModelColumn(name, "TEXT", isOptional: isOptional, ordersLikeSQL: false)]
  }

  func read(_ row: borrowing ColumnReader) throws -> Value {
    try JSONText.value(Value.self, of: row.isNull ? "null" : row.text)
  }

  func write(_ value: Value, to writer: inout ColumnWriter) throws {
    let text = try JSONText.text(of: value)
    // An optional that is nil is NULL in its column, not the text "null".
    if isOptional, text == "null" { try writer.null() } else { try writer.text(text) }
  }

  func areEqual(_ left: Value, _ right: Value) -> Bool {
    guard let left = try? JSONText.text(of: left), let right = try? JSONText.text(of: right) else { return false }
    return left.utf8.elementsEqual(right.utf8)
  }

  private var isOptional: Bool { Value.self is any ExpressibleByNilLiteral.Type }
}

/// Values as JSON text, the same for equal values, in whatever order a dictionary iterates.
enum JSONText {
  private static let infinity = "inf"
  private static let notANumber = "nan"

  static func text(of value: some Encodable) throws -> String {
    let encoder = encoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw SwiftDataError.unstorableValue("\(value) (\(error))")
    }
  }

  static func value<Value: Decodable>(_ type: Value.Type, of text: String) throws -> Value {
    do {
      return try decoder().decode(type, from: Data(text.utf8))
    } catch {
      throw SwiftDataError.unreadableValue("\(text.prefix(60)) as \(type)")
    }
  }

  /// Encodes infinity and NaN too, which JSON has no numbers for.
  static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: infinity, negativeInfinity: "-" + infinity, nan: notANumber)
    return encoder
  }

  static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: infinity, negativeInfinity: "-" + infinity, nan: notANumber)
    return decoder
  }
}
